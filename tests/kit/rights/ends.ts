// The ways in which a right to watch ends, and somebody who watches until then: for one server process, and for several.
import { expect } from 'vitest'
import { operatorApi } from '#protocol/app/operator.ts'
import { groupRoom, orgRoom } from '#protocol/live.ts'
import { planApi } from '#protocol/money/plan.ts'
import { accessApi } from '#protocol/people/access.ts'
import { accountApi } from '#protocol/people/account.ts'
import { orgApi } from '#protocol/people/org.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { buy, subscriptionOf } from '../world/buying.ts'
import { day } from '../world/clock.ts'
import { openChoir } from '../world/organization.ts'
import type { Answer, As, World } from '../world/world.ts'

export const canary = 'Canary Bird'

/** Ada with an event of her own; a choir with an admin, a member who may assign, and an event. Who watches and asks does so over `far`. */
export async function setUpRights(world: World, far = world) {
  const ada = await world.person('ada')
  const own = await world.event(ada, [{ name: 'Guest', max: 20 }])
  const choir = await openChoir(world, { amy: 'admin', gus: 'member' })
  await world.setTier(choir.owner.userId, 'free')
  await buy(world, choir.owner, 'team')
  const concert = await choir.event()
  const { _id: grantId } = await choir.grant(concert, choir.gus)
  let nth = 0
  const emailOf = (name: string) => `${name.split(' ').at(-1)?.toLowerCase()}@guests.test`
  const answerOf = (name: string) => world.answer(own.groupId, world.proven(emailOf(name), own.groupId), [], { name })
  const somebodyAnswers = () => answerOf(`g${nth++}`)
  const at = { id: concert.eventId, groupId: concert.groupId }
  const joins = (name: string, email: string) => world.ok(orgApi.addBulk, { members: [{ name, email }] }, choir.owner)
  for (const name of ['first', canary]) await joins('Somebody', emailOf(name))
  const sings = (name: string) => world.answer(concert.groupId, world.proven(emailOf(name), concert.groupId), [], { name })
  return { world, far, ada, own, choir, concert, grantId, at, answerOf, somebodyAnswers, sings, joins }
}
export type Setting = Awaited<ReturnType<typeof setUpRights>>

/** One way for a right to end. */
export interface Way {
  readonly as: (setting: Setting) => As | Promise<As>
  readonly room: (setting: Setting) => string
  /** Asks over HTTP for what the room shows. */
  readonly ask: (setting: Setting, as: As) => Promise<Answer>
  /** Makes the room be told something of a person of that name. */
  readonly happen: (setting: Setting, name: string) => Promise<unknown>
  readonly end: (setting: Setting) => unknown
}
const ofAda: Omit<Way, 'end'> = {
  as: ({ ada }) => ada,
  room: ({ own }) => groupRoom(own.groupId),
  ask: ({ far, own }, as) => far.call(groupApi.rsvps, { id: own.groupId }, as),
  happen: ({ answerOf }, name) => answerOf(name),
}
const ofChoir = (name: 'amy' | 'gus'): Omit<Way, 'end'> => ({
  as: ({ choir }) => choir[name],
  room: ({ concert }) => groupRoom(concert.groupId),
  ask: ({ far, concert }, as) => far.call(groupApi.rsvps, { id: concert.groupId }, as),
  happen: ({ sings }, one) => sings(one),
})
const ofMembers: Omit<Way, 'end'> = {
  ...ofChoir('amy'),
  room: ({ choir }) => orgRoom(choir.orgId),
  ask: ({ far, choir }, as) =>
    far.call(orgApi.addBulk, { members: [{ name: 'first', email: 'first@guests.test' }], orgId: choir.orgId }, as),
  happen: ({ joins }, name) => joins(name, name === canary ? 'another@guests.test' : 'one@guests.test'),
}
const byLink = ({ world, ada }: Setting) => world.link(ada.email)
async function reset({ world, ada }: Setting) {
  world.clock.advance(1)
  await world.ok(accessApi.requestPasswordReset, { email: ada.email })
  await world.ok(accessApi.resetPassword, { token: await world.tokenMailed(ada.email), newPassword: 'brand new one' })
}
async function planEnds({ world, choir }: Setting) {
  const { id = '' } = (await subscriptionOf(world, choir.owner)) ?? {}
  await world.sandbox.alter(id, { status: 'canceled', currentPeriodEnd: new Date(world.clock.now()).toISOString() })
  while (await world.sandbox.deliver()) {
    // the next message
  }
}
const demote = async ({ world, choir }: Setting) =>
  world.ok(orgApi.setRole, { id: await choir.memberId(choir.amy), role: 'member', orgId: choir.orgId }, choir.owner)

/** The ways, each with the rules that it stands for. */
const suspended = async ({ world, ada }: Setting) =>
  world.ok(operatorApi.suspend, { id: ada.userId, isSuspended: true }, await world.person('operator'))

export const ways: readonly (readonly [what: string, way: Way])[] = [
  ['L6, R33 by logout', { ...ofAda, end: ({ world, ada }) => world.ok(accessApi.logOut, {}, ada) }],
  ['L6, R33 by a password reset', { ...ofAda, end: reset }],
  ['L6, R33 by a password reset, for links alike', { ...ofAda, as: byLink, end: reset }],
  ['L6, A8 by logging out everywhere else', { ...ofAda, as: byLink, end: ({ world, ada }) => world.ok(accountApi.revokeOthers, {}, ada) }],
  ['L6, R114 by suspension', { ...ofAda, end: suspended }],
  ['L6, R114 by suspension, for links alike', { ...ofAda, as: byLink, end: suspended }],
  ['L6, R29 by the end of a magic link', { ...ofAda, as: byLink, end: ({ world }) => world.clock.advance(day) }],
  [
    'L6, R39 by the revoke of a permission',
    { ...ofChoir('gus'), end: ({ world, choir, at, grantId }) => world.ok(assignApi.revoke, { ...at, grantId }, choir.owner) },
  ],
  [
    'L6, R39, R44 by a lower plan of the organization’s owner',
    { ...ofChoir('gus'), end: ({ world, choir }) => world.ok(planApi.changePlan, { plan: 'pro' }, choir.owner) },
  ],
  ['L6, R39, R45 by the end of the plan at its provider', { ...ofChoir('gus'), end: planEnds }],
  ['L6, R38 by removal, of who may assign', { ...ofChoir('gus'), end: ({ choir }) => choir.remove(choir.gus) }],
  ['L6, R38 by removal, of an admin', { ...ofChoir('amy'), end: ({ choir }) => choir.remove(choir.amy) }],
  ['L6, R36 by a lower role', { ...ofChoir('amy'), end: demote }],
  ['L6, R36 by a lower role, from the list of members', { ...ofMembers, end: demote }],
]

/** Somebody who watches and asks, while they may. */
export async function watching(setting: Setting, { as, room, ask, happen }: Way) {
  const auth = await as(setting)
  const name = room(setting)
  const watcher = await setting.far.socket({
    ...(auth.token && { token: auth.token }),
    ...(auth.organizerToken && { organizerToken: auth.organizerToken }),
  })
  expect(await watcher.watch(name)).toHaveProperty('view')
  await happen(setting, 'first')
  await watcher.hears((one) => JSON.stringify(one.view).includes('first'))
  expect((await ask(setting, auth)).status).toBe(200)
  const hearsCanary = () => watcher.hears((one) => JSON.stringify(one.view).includes(canary))
  return { watcher, room: name, ask: () => ask(setting, auth), hearsCanary }
}
/** How whoever may no longer ask is refused. */
export const refused = /^(token-invalid|group-unknown|member-rights|org-unknown)$/
