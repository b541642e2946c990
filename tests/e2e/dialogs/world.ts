// Who and what has to be there so that each dialog of the product can be opened.
import { memberApi } from '#protocol/people/member.ts'
import { orgApi } from '#protocol/people/org.ts'
import { teamApi } from '#protocol/people/team.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { invitationApi } from '#protocol/seats/invitation.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { fromOwnPage } from '../../kit/world/own-page.ts'
import type { Stage } from '../kit.ts'
import { setPlan } from '../plans.ts'
import { type Host, inDays, newName, openSeed } from '../seed.ts'
import { adorned, lateEvent, onTeam, paying, weekLater } from './late-world.ts'

/** `ADMIN_EMAILS` of the stage's server. */
export const operatorEmail = 'dialogs_operator@hosts.test'

const as = ({ token }: Host) => ({ authorization: `Bearer ${token}` })
const taken = { assignmentRules: { enableRoleAssignment: false, enableRoleSelfSelect: true } }
const given = { assignmentRules: { enableRoleAssignment: true, enableRoleSelfSelect: false } }
const roles = [
  { name: 'Speaker', max: 2 },
  { name: 'Guest', max: 1 },
]
type Seed = ReturnType<typeof openSeed>

/** An organization with a member who may assign roles in its event. */
async function choir({ host, call, event }: Seed, olivia: Host) {
  const gil = await host('gil')
  const { orgId } = (await call(orgApi.create, { organization: { name: 'Choir' }, owner: { email: olivia.email } }, as(olivia))).body
  await call(orgApi.addBulk, { members: [{ name: 'Gil Granted', email: gil.email }] }, as(olivia))
  await call(memberApi.answer, { id: orgId, accept: true }, as(gil))
  const { members } = (await call(orgApi.members, { id: orgId }, as(olivia))).body
  const userId = members.find(({ user }) => user.email === gil.email)?.user._id ?? ''
  const concert = await event(olivia, roles, { name: 'Concert', ownerOrgId: orgId, ...given })
  await call(assignApi.grant, { id: concert.eventId, userId, groupId: concert.groupId }, as(olivia))
  return { orgId, gil, concert }
}

/** A seat that is held for Ola, by an offer. */
async function offered({ call, event, answer, prove }: Seed, olivia: Host) {
  const times = { start: inDays(5).toISOString(), end: inDays(5.1).toISOString() }
  const held = await event(olivia, [{ name: 'Guest', max: 1 }], { name: 'Offered', ...taken, ...times })
  await answer(held, 'Otto', ['Guest'])
  const { groupId, eventId } = held
  const ola = { groupId, eventId, name: 'Ola', email: 'ola@guests.test', attending: true, roles: [], waitFor: ['Guest'] }
  await call(rsvpApi.submit, ola, fromOwnPage(await prove(held, ola.email)))
  await call(groupApi.settings, { id: groupId, waitlistCutoffHours: 168 }, as(olivia))
  await call(groupApi.setRoleMax, { id: groupId, name: 'Guest', max: 2 }, as(olivia))
}

/** Two shifts that overlap. */
async function shifts({ call }: Seed, owner: Host, rules: typeof given) {
  const at = (hours: number) => new Date(inDays(10).getTime() + hours * 3_600_000).toISOString()
  const group = (name: string, from: number) => ({ name, start: at(from), end: at(from + 2), roles: [{ name: 'Helper', max: 3 }] })
  const sent = { event: { name: 'Quay fair', start: at(0), end: at(6), ...rules }, groups: [group('Bar', 0), group('Door', 1)] }
  const { event, groups } = (await call(eventApi.createWithGroup, sent, { ...as(owner), 'idempotency-key': newName('shifts') })).body
  const [bar = '', door = ''] = groups.map(({ _id }) => _id)
  return { owner, eventId: event._id, bar, door }
}

/** A seat that is held for Lea, who has one already, and may have no more. */
async function atMostOne({ call, prove }: Seed, owner: Host) {
  const at = (hours: number) => new Date(inDays(10).getTime() + hours * 3_600_000).toISOString()
  const group = (name: string, from: number) => ({ name, start: at(from), end: at(from + 2), roles: [{ name: 'Helper', max: 1 }] })
  const sent = {
    event: { name: 'One each', start: at(0), end: at(6), maxGroups: 1, ...taken },
    groups: [group('Bar', 0), group('Stage', 3)],
  }
  const { event, groups } = (await call(eventApi.createWithGroup, sent, { ...as(owner), 'idempotency-key': newName('one-each') })).body
  const [bar = '', stage = ''] = groups.map(({ _id }) => _id)
  const proofs = new Map<string, string>()
  const said = async (email: string, groupId: string, more: object) => {
    const proof = proofs.get(email) ?? (await prove({ groupId, eventId: event._id, invitation: '' }, email))
    proofs.set(email, proof)
    const answer = { groupId, eventId: event._id, name: email.replace(/@.*/, ''), email, attending: true, roles: ['Helper'], ...more }
    await call(rsvpApi.submit, answer, fromOwnPage(proof))
  }
  await said('otto@guests.test', stage, {})
  await said('lea@guests.test', bar, {})
  await said('lea@guests.test', stage, { roles: [], waitFor: ['Helper'] })
  await said('otto@guests.test', stage, { attending: false, roles: [] })
}

const question = { label: 'Diet', kind: 'text' as const, options: [], required: false, of: 'yes' as const, audience: 'organizers' as const }

export async function openWorld(stage: Stage) {
  const seed = openSeed(stage)
  const { call, host, event, answer, prove, enableConfirmation } = seed
  const [olivia, free, boss] = [await host('olivia'), await host('ada'), await host('boss', operatorEmail.replace(/@.*/, ''))]
  const sam = await host('sam')
  await setPlan(stage.server, [olivia, sam], 'team')
  const [shift, quay] = [await shifts(seed, sam, taken), await shifts(seed, sam, given)]
  const helper = { groupId: shift.bar, eventId: shift.eventId, name: 'Dora', email: 'dora@guests.test', attending: true, roles: ['Helper'] }
  await call(rsvpApi.submit, helper, fromOwnPage(await prove({ ...shift, groupId: shift.bar, invitation: '' }, helper.email)))
  const ben = { id: quay.eventId, groupId: quay.bar, name: 'Ben', email: 'ben@guests.test', roleName: 'Helper' }
  await call(assignApi.assign, ben, as(sam))
  const held = await event(olivia, roles, { name: 'Summer school', ...taken })
  await answer(held, 'Ann Archer', ['Speaker'])
  await answer(held, 'Bob Baker', ['Guest'])
  await answer(held, 'Eve Evans', [])
  const cy = await prove(held, 'cy@guests.test')
  const { groupId, eventId } = held
  const waits = { groupId, eventId, name: 'Cy', email: 'cy@guests.test', attending: true, roles: [], waitFor: ['Guest'] }
  await call(rsvpApi.submit, waits, fromOwnPage(cy))
  await call(invitationApi.send, { id: groupId, people: [{ email: 'ivy@guests.test', name: 'Ivy' }] }, as(olivia))
  await call(groupApi.settings, { id: groupId, maxCompanions: 3 }, as(olivia))
  await call(groupApi.update, { id: groupId, questions: [question] }, as(olivia))
  const mia = { companions: [{ name: 'Mia' }] }
  const fay = { groupId, eventId, name: 'Fay', email: 'fay@guests.test', attending: true, roles: [], ...mia }
  await call(rsvpApi.submit, fay, fromOwnPage(await prove(held, fay.email)))
  await call(teamApi.add, { id: eventId, email: 'dora@people.test', role: 'door' }, as(olivia))
  const firm = await event(olivia, roles, { name: 'Firm', ...taken })
  await enableConfirmation(olivia, firm)
  const plain = await event(free, roles, { name: 'Plain' })
  const moved = await event(olivia, roles, { name: 'Moved' })
  const { gil, ...more } = await choir(seed, olivia)
  await offered(seed, olivia)
  await atMostOne(seed, sam)
  const stations = Array.from({ length: 10 }, (_, nth) => ({ name: `Station ${nth + 1}`, max: 4 }))
  const fair = await event(sam, stations, { name: 'Street fair', ...taken })
  const late = await lateEvent(seed, olivia)
  await onTeam(seed, stage, late, [olivia, gil])
  await adorned(seed, stage, late, olivia)
  const pia = await paying(seed, stage)
  await weekLater(stage, late)
  return { seed, stage, olivia, free, boss, held, fair, firm, plain, shift, quay, moved, gil, ...more, late, pia }
}
export type World = Awaited<ReturnType<typeof openWorld>>
