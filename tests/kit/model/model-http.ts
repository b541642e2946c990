// The product driven by the commands of the model: over HTTP, through one or more server processes over one store.
import { isDeepStrictEqual } from 'node:util'
import { undoApi } from '#protocol/record/undo.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { AssignmentRules, eventApi } from '#protocol/seats/event.ts'
import { groupApi, RoleInput } from '#protocol/seats/group.ts'
import { handoverApi } from '#protocol/seats/handover.ts'
import { RsvpAnswer, rsvpApi } from '#protocol/seats/rsvp.ts'
import { waitlistApi } from '#protocol/seats/waitlist.ts'
import { emails } from '#server/kernel/emails/outbox.ts'
import { activities } from '#server/seats/model/activity.ts'
import { type Event, events } from '#server/seats/model/event.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { rsvpId, rsvps } from '#server/seats/model/rsvp.ts'
import { waitPages } from '#server/seats/model/waitlist.ts'
import type { Answer } from '../world/client.ts'
import type { World } from '../world/world.ts'
import { memberName } from './model.ts'
import { replayed, standing } from './model-activity.ts'
import { namedAs } from './model-handover.ts'
import type { End } from './model-order.ts'
import { assignmentOf } from './model-rules.ts'
import { type CommandOf, eventHours, type Model, type Request } from './model-state.ts'
import { pictureOfRecords } from './model-view.ts'

/** The calls that commands become, with the fields of their input: those the model knows, then those it leaves out, since they change nothing it shows, or stay as they are in all of its histories. */
const inputs = [
  [
    { path: rsvpApi.submit.path, input: RsvpAnswer },
    'groupId eventId email name attending roles confirmed waitFor keepWaiting replaceRole',
    'note answers companions atLeast giveBack',
  ],
  [handoverApi.begin, 'groupId name email', 'eventId'],
  [handoverApi.accept, 'token replaceRole', ''],
  [assignApi.assign, 'id groupId name email roleName insteadOf', 'memberId orgId despiteOverlap'],
  [assignApi.remove, 'id groupId rsvpId roleName', 'orgId'],
  [assignApi.reassign, 'id groupId fromRsvpId toName toEmail roleName', 'fromName fromEmail toMemberId orgId despiteOverlap'],
  [waitlistApi.offer, 'groupId role accept', 'eventId seats giveBack'],
  [waitlistApi.change, 'id rsvpId roleName change addSeat', 'despiteOverlap'],
  [groupApi.addRole, 'id name max', 'min'],
  [groupApi.setRoleMax, 'id name max moveToWaitlist', 'min settingsRev'],
  [groupApi.removeRole, 'id name', ''],
  [
    groupApi.update,
    'id roles showConfirmation',
    'rev settingsRev name description displayRSVPToAll limitToMembers attendingOrgIds waitlist waitlistCutoffHours handOver maxCompanions questions start end location allowOverlap opensAt closesAt despiteOverlap',
  ],
  [groupApi.settings, 'id showConfirmation', 'displayRSVPToAll waitlist waitlistCutoffHours handOver maxCompanions'],
  [
    eventApi.update,
    'id start end assignmentRules roles',
    'rev settingsRev groupSettingsRev name description location dressCode link theme hostName timeZone manualEnd doorsOpen organizerEmail ownerOrgId moveGroups bufferMinutes maxGroups minGroups startShown despiteOverlap showConfirmation',
  ],
  [eventApi.remove, 'id', ''],
  [{ path: 'a role', input: RoleInput }, '_id name max', 'min'],
  [{ path: 'assignment rules', input: AssignmentRules }, 'rule enableRoleAssignment enableRoleSelfSelect', ''],
] as const

/** Fields that the model has never heard of: it would go on agreeing with the product whatever they do. */
export const unknownFields = (calls: readonly (readonly [{ readonly path: string; readonly input: object }, string, string])[] = inputs) =>
  calls.flatMap(([{ path, input }, ...known]) => {
    const fields = Object.keys('shape' in input ? (input.shape as object) : {})
    return fields.filter((field) => !known.join(' ').split(' ').includes(field)).map((field) => `${path}: ${field}`)
  })

type Senders = { readonly [K in Request['kind']]: (world: World, command: CommandOf<K>) => Promise<Answer> }

let stages = 0
/** Whose acts the model takes back. */
const ofAct: readonly Request['kind'][] = ['assign', 'swap', 'take', 'pass', 'setMax']
const noAct = 'f'.repeat(24)

/** An event of its own with what `model` begins with, and how each command is sent to a server process. */
export async function openStage(world: World, model: Model) {
  const stage = `s${stages++}`
  const ada = await world.person(stage, 'team')
  const roles = model.roles.map(({ name, max }) => ({ name, max }))
  const assignmentRules = assignmentOf(model.mode, model.single)
  const asks = { showConfirmation: model.asksConfirmation, limitToMembers: false }
  const { eventId: id, groupId } = await world.event(ada, roles, asks, { assignmentRules })
  const emailOf = (who: number) => `p${who}@${stage}.test`
  const whoOf = (email: string) => Number(email.slice(1, email.indexOf('@')))
  const group = async () => (await world.store.get(groups, groupId)) as Group
  const known = await group()
  const answerOf = (who: number) => rsvpId(world.services.secrets, known, emailOf(who))
  const inEvent = { id, groupId }
  const timesOf = (days: number) => {
    const start = world.clock.now() + days * 86_400_000
    return { start: new Date(start).toISOString(), end: new Date(start + eventHours * 3_600_000).toISOString() }
  }

  const senders: Senders = {
    answer(to, { who, kind: _, roles: chosen, waits, ...more }) {
      const asked = waits ? { waitFor: waits.for, keepWaiting: waits.keep, replaceRole: waits.replace } : {}
      return to.answer(groupId, world.proven(emailOf(who), groupId), [...chosen], { ...more, ...asked })
    },
    offer: (to, { who, role, accept }) => to.call(waitlistApi.offer, { groupId, role, accept }, world.proven(emailOf(who), groupId)),
    handOver: (to, { who, to: other }) =>
      to.call(handoverApi.begin, { groupId, name: namedAs(other), email: emailOf(other) }, world.proven(emailOf(who), groupId)),
    takeBack: (to, { who }) => to.call(handoverApi.takeBack, { groupId }, world.proven(emailOf(who), groupId)),
    acceptSeat: (to, { who, replace: replaceRole }) => to.call(handoverApi.accept, { token: tokens[who] ?? 'none', replaceRole }),
    declineSeat: (to, { who }) => to.call(handoverApi.decline, { token: tokens[who] ?? 'none' }),
    list: (to, { who, role: roleName, change, addSeat }) =>
      to.call(waitlistApi.change, { id: groupId, rsvpId: answerOf(who), roleName, change, addSeat }, ada),
    lower: (to, { role: name, max }) => to.call(groupApi.setRoleMax, { id: groupId, name, max, moveToWaitlist: true }, ada),
    assign: (to, { who, role: roleName }) =>
      to.call(assignApi.assign, { ...inEvent, name: memberName(who), email: emailOf(who), roleName }, ada),
    swap: (to, { who, from, role: roleName }) =>
      to.call(assignApi.assign, { ...inEvent, name: memberName(who), email: emailOf(who), roleName, insteadOf: [from] }, ada),
    take: (to, { who, role: roleName }) => to.call(assignApi.remove, { ...inEvent, rsvpId: answerOf(who), roleName }, ada),
    pass(to, { who, to: receiver, role: roleName }) {
      const toWhom = { toName: memberName(receiver), toEmail: emailOf(receiver) }
      return to.call(assignApi.reassign, { ...inEvent, fromRsvpId: answerOf(who), ...toWhom, roleName }, ada)
    },
    addRole: (to, { role: name, max }) => to.call(groupApi.addRole, { id: groupId, name, max }, ada),
    setMax: (to, { role: name, max }) => to.call(groupApi.setRoleMax, { id: groupId, name, max }, ada),
    removeRole: (to, { role: name }) => to.call(groupApi.removeRole, { id: groupId, name }, ada),
    form: (to, { rows }) => to.call(groupApi.update, { id: groupId, roles: rows.map(rowOf) }, ada),
    askConfirmation: (to, { on }) => to.call(groupApi.settings, { id: groupId, showConfirmation: on }, ada),
    switch: (to, { mode, single }) => to.call(eventApi.update, { id, assignmentRules: assignmentOf(mode, single) }, ada),
    move: (to, { days }) => to.call(eventApi.update, { id, ...timesOf(days) }, ada),
    remove: (to) => to.call(eventApi.remove, { id }, ada),
    undo: (to, { back }) => to.call(undoApi.undo, { id: actsSeen.at(-1 - back) ?? noAct }, ada),
  }
  /** R106: the acts that the model takes back, in the order in which they were answered; and those of them when `open` was last called. */
  let acts: readonly string[] = []
  let actsSeen: readonly string[] = []
  /** The links of the offers that were there then, by giver. */
  const tokens: Record<number, string> = {}
  /** Role ids as a form has them that was opened when `open` was last called. */
  let seen: readonly string[] = []
  const rowOf = ({ is, name, max }: CommandOf<'form'>['rows'][number]) => {
    const _id = is === null ? undefined : seen[is]
    return { name, max, ...(_id !== undefined && { _id }) }
  }
  /** Opens the form anew, as the organizer's page does. */
  async function open() {
    actsSeen = acts
    seen = (await group()).roles.map(({ _id }) => _id)
    const all = await world.store.find(rsvps, { index: 'group', where: { groupId }, limit: 1_000 })
    for (const { _id, email, handOver, handOverUntil = '' } of all) {
      const claims = { sub: _id, handOver: handOver?.id }
      tokens[whoOf(email)] = await world.services.signedTokens.sign('hand-over', claims, Date.parse(handOverUntil) || world.clock.now() + 1)
    }
  }

  /** Sends a command to a server process: gives 'ok', or the code it was refused with. */
  async function send(to: World, command: Request): Promise<string> {
    const { status, body } = await (senders[command.kind] as (world: World, command: Request) => Promise<Answer>)(to, command)
    if (body.act !== undefined && ofAct.includes(command.kind)) acts = [...acts, String(body.act)]
    return status === 200 ? 'ok' : String(body.code)
  }
  /** What was in flight was answered in another order than it was done: its acts are taken back no more. */
  const forgetActs = () => {
    acts = []
  }

  /** What the store holds in the end, as the model shows it. */
  async function end(): Promise<End> {
    const all = await world.store.find(rsvps, { index: 'group', where: { groupId }, limit: 1_000 })
    const pages = await world.store.find(waitPages, { index: 'group', where: { groupId }, limit: 1_000 })
    const lines = await world.store.find(activities, { index: 'group', where: { groupId }, limit: 1_000 })
    const [replay, stands] = [replayed(lines), standing(await group(), all)]
    if (!isDeepStrictEqual(replay, stands))
      throw new Error(`The activity says ${JSON.stringify(replay)}, there is ${JSON.stringify(stands)}`)
    const picture = pictureOfRecords(await group(), (await world.store.get(events, id)) as Event, all, whoOf, pages)
    const letters: Record<number, number> = {}
    for (const { _id, email } of all) {
      const listed = await world.store.find(emails, { index: 'recipient', where: { to: email }, limit: 1_000 })
      // Each confirmation of an answer takes the place of the one before.
      letters[whoOf(email)] = listed.length + ((await world.store.get(emails, _id))?.rev ?? 0)
    }
    return { ...picture, letters }
  }
  return { send, open, end, forgetActs }
}
export type Stage = Awaited<ReturnType<typeof openStage>>
