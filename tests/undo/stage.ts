// An event of Ada's on the Team plan where organizers assign roles, and what is needed to take back what she did.
import { activityApi } from '#protocol/record/activity.ts'
import { undoApi } from '#protocol/record/undo.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { type Answer, type As, openWorld, type World } from '../kit/world/world.ts'

const few = [
  { name: 'Speaker', max: 1 },
  { name: 'Guest', max: 3 },
]
export const someone = (n: number) => ({ name: `Member ${n}`, email: `m${n}@people.test` })

interface More {
  readonly roles?: { readonly name: string; readonly max: number }[]
  readonly event?: object
  readonly given?: World
}
export async function openStage({ roles = few, event = { assignmentRules: { enableRoleAssignment: true } }, given }: More = {}) {
  const world = given ?? (await openWorld())
  const ada = await world.person('ada', 'team')
  const { eventId: id, groupId } = await world.event(ada, roles, { limitToMembers: false }, event)
  const place = { id, groupId }
  const rows = async () => (await world.ok(groupApi.read, { id: groupId }, ada)).rsvps
  const row = async (n: number) => (await rows()).find(({ email }) => email === someone(n).email)
  const idOf = async (n: number) => (await row(n))?._id ?? ''
  const group = async () => (await world.store.get(groups, groupId)) as Group
  return {
    world,
    ada,
    ...place,
    rows,
    row,
    group,
    rsvp: async (n: number) => world.store.get(rsvps, await idOf(n)),
    person: (n: number) => world.proven(someone(n).email, groupId),
    answer: async (n: number, attending = true, more: object = {}) => {
      const { roles: held = [] } = (await row(n)) ?? {}
      return world.answer(groupId, world.proven(someone(n).email, groupId), attending ? held : [], {
        name: someone(n).name,
        attending,
        ...more,
      })
    },
    assign: (n: number, roleName: string, as: As = ada) => world.call(assignApi.assign, { ...place, ...someone(n), roleName }, as),
    remove: async (n: number, roleName: string, as: As = ada) =>
      world.call(assignApi.remove, { ...place, rsvpId: await idOf(n), roleName }, as),
    reassign: async (from: number, to: number, roleName: string) => {
      const { name, email } = someone(to)
      return world.call(assignApi.reassign, { ...place, fromRsvpId: await idOf(from), toName: name, toEmail: email, roleName }, ada)
    },
    undo: ({ body }: Pick<Answer, 'body'>, as: As = ada) => world.call(undoApi.undo, { id: body.act }, as),
    lines: async () => (await world.ok(activityApi.list, { id: groupId }, ada)).activity,
    /** Who has which role, and what is counted for each. */
    seats: async () => Object.fromEntries((await group()).roles.map(({ name, max, counts }) => [name, { max, ...counts }])),
    newest: async (n: number) => (await world.mails(someone(n).email))[0]?.subject ?? '',
  }
}
export type Stage = Awaited<ReturnType<typeof openStage>>
