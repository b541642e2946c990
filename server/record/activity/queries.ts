// What those who manage a group read of its activity (R105): the newest lines first, page by page, and the room that brings new ones.

import type { Input } from '#protocol/kernel/endpoint.ts'
import { type ActivityLine, type activityApi, activityPerPage, type ChangedFields } from '#protocol/record/activity.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { Caller } from '#server/people/identity/caller.ts'
import { isOffer, teammates } from '#server/people/model/team.ts'
import { type Activity, activities, entryView, forgettings, forgotten, isNamed } from '#server/seats/model/activity.ts'
import { managed, openedTo } from '#server/seats/rights/groups.ts'
import { endingWith } from '#server/seats/rights/rights.ts'

type ListInput = Input<typeof activityApi.list>

/** So many lines are looked through for one page: a filter that finds nothing costs no more. */
const maxLooked = 500

/** A page holds no more lines than fit into so many bytes, and one at least. */
const maxBytes = 90_000
function fitting(lines: readonly Activity[]): readonly Activity[] {
  let bytes = 0
  const tooMuch = lines.findIndex((line) => {
    bytes += Buffer.byteLength(JSON.stringify(entryView(line)))
    return bytes > maxBytes
  })
  return tooMuch < 0 ? lines : lines.slice(0, Math.max(1, tooMuch))
}

/** R208: lines as they are read: whom they are about, where they have no name yet, by their address, which is kept with the team alone and goes with it. */
export async function shownLines(tx: Pick<Reader, 'get'>, lines: readonly Activity[]): Promise<ActivityLine[]> {
  const views = lines.map(entryView)
  const nameless = views.flatMap(({ from, to }) =>
    [from.grant, to.grant].flatMap((grant) => (grant?.name === '' && grant._id ? [grant._id] : [])),
  )
  const found = await Promise.all([...new Set(nameless)].map((id) => tx.get(teammates, id)))
  const team = new Map(found.flatMap((one) => (one ? [[one._id, one]] : [])))
  const shown = ({ grant, ...side }: ChangedFields, at: string): ChangedFields => {
    const one = team.get(grant?._id ?? '')
    // An event has one record of whom it is offered to.
    const isOther = !one || grant?.name !== '' || (isOffer(one) && (one.invitedAt ?? '') > at)
    return grant ? { ...side, grant: isOther ? grant : { ...grant, email: one.email } } : side
  }
  return views.map((view) => ({ ...view, from: shown(view.from, view.at), to: shown(view.to, view.at) }))
}

const maxForgettings = 1_000
/** R96: a line without the name of somebody who is erased, where the job has not come to it yet. */
async function hider(tx: Reader, groupId: string) {
  const underWay = await tx.find(forgettings, { index: 'group', where: { groupId }, limit: maxForgettings })
  const reached = new Map(underWay.map((one) => [one._id, one.reached]))
  return (line: Activity) => (line._id < (reached.get(line.rsvpId ?? '') ?? '') && isNamed(line) ? forgotten(line) : line)
}

const cursorOf = ({ groupRev, _id }: Activity) => `${groupRev}_${_id}`

function isWanted({ by, rsvpId, rsvpIds, kind }: Activity, asked: Pick<ListInput, 'person' | 'kind'>): boolean {
  const isOf = (id: string) =>
    rsvpId === id ||
    rsvpIds?.includes(id) === true ||
    (by.type === 'person' && by.userId === id) ||
    (by.type === 'guest' && by.rsvpId === id)
  return (asked.kind === undefined || kind === asked.kind) && (asked.person === undefined || isOf(asked.person))
}

async function linesOf(tx: Reader, { id, cursor, person, kind }: ListInput) {
  const [groupRev = '', _id = ''] = cursor?.split('_') ?? []
  const after = cursor ? { after: { _id, rev: 0, groupId: id, groupRev: Number(groupRev) } } : {}
  const isFiltered = person !== undefined || kind !== undefined
  const limit = isFiltered ? maxLooked : activityPerPage
  const hidden = await hider(tx, id) // before the lines: what is done by then, they show
  const found = await tx.find(activities, { index: 'group', where: { groupId: id }, descending: true, limit, ...after })
  const wanted = found.filter((line) => isWanted(line, { person, kind }))
  const page = fitting(wanted.slice(0, activityPerPage).map(hidden))
  const isCut = wanted.length > page.length
  const last = isCut ? page.at(-1) : found.length === limit ? found.at(-1) : undefined
  return { activity: await shownLines(tx, page), next: last ? cursorOf(last) : null }
}

/** R105: for those who manage the group, and nobody else. */
export async function readActivity(services: Services, asked: ListInput, caller: Caller) {
  await managed(services, services.store, asked.id, caller)
  return linesOf(services.store, asked)
}

/** The view of the room `activity:<groupId>`, for those who manage the group: not for those who only assign in it. */
export async function watchActivity(services: Services, id: string, caller: Caller) {
  const { group, standing } = await openedTo(services, services.store, id, caller, 'manage')
  const { rev } = group
  return { ...endingWith(standing), view: { _id: id, rev, ...(await linesOf(services.store, { id })) } }
}
