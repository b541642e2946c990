// What those who manage a group read of its activity (R105): the newest lines first, page by page, and the room that brings new ones.
import { type activityApi, activityPerPage } from '#protocol/activity.ts'
import type { Input } from '#protocol/endpoint.ts'
import { managed } from '../group/queries.ts'
import type { Caller } from '../identity/caller.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { type Activity, activities, lineView } from './model.ts'

type Asked = Input<typeof activityApi.list>

/** So many lines are looked through for one page: a filter that finds nothing costs no more. */
const mostLooked = 500

const cursorOf = ({ groupRev, _id }: Activity) => `${groupRev}_${_id}`

function isWanted({ by, rsvpId, rsvpIds, kind }: Activity, asked: Pick<Asked, 'person' | 'kind'>): boolean {
  const isOf = (id: string) =>
    rsvpId === id ||
    rsvpIds?.includes(id) === true ||
    (by.type === 'person' && by.userId === id) ||
    (by.type === 'guest' && by.rsvpId === id)
  return (asked.kind === undefined || kind === asked.kind) && (asked.person === undefined || isOf(asked.person))
}

async function linesOf(tx: Reader, { id, cursor, person, kind }: Asked) {
  const [groupRev = '', _id = ''] = cursor?.split('_') ?? []
  const after = cursor ? { after: { _id, rev: 0, groupId: id, groupRev: Number(groupRev) } } : {}
  const isFiltered = person !== undefined || kind !== undefined
  const limit = isFiltered ? mostLooked : activityPerPage
  const found = await tx.find(activities, { index: 'group', where: { groupId: id }, descending: true, limit, ...after })
  const wanted = found.filter((line) => isWanted(line, { person, kind }))
  const page = wanted.slice(0, activityPerPage)
  const isCut = wanted.length > page.length
  const last = isCut ? page.at(-1) : found.length === limit ? found.at(-1) : undefined
  return { activity: page.map(lineView), next: last ? cursorOf(last) : null }
}

/** R105: for those who manage the group, and nobody else. */
export async function readActivity(services: Services, asked: Asked, caller: Caller) {
  await managed(services, services.store, asked.id, caller)
  return linesOf(services.store, asked)
}

/** The view of the room `activity:<groupId>`, for those who manage the group: not for those who only assign in it. */
export async function watchActivity(services: Services, id: string, caller: Caller) {
  const { rev } = await managed(services, services.store, id, caller)
  return { view: { _id: id, rev, ...(await linesOf(services.store, { id })) } }
}
