// One guest through every state of R123, each brought about by somebody else or by a call: whoever looks on is asked at every stop, in any browser.
import { groupApi } from '#protocol/seats/group.ts'
import type { State } from '#protocol/seats/standing/standing.ts'
import { fromOwnPage } from '../kit/world/own-page.ts'
import type { Stage } from './kit.ts'
import { setPlan } from './plans.ts'
import { type Held, type Host, newName, openSeed } from './seed.ts'

/** What the first screen of a phone holds. */
export const phone = { width: 390, height: 844 }

/** A state, and what the card says of it. */
export interface Stop {
  readonly name: string
  readonly state: State
  readonly title: string
  /** The card's button; absent where nothing is left to do. */
  readonly act?: string
  readonly says?: string
  /** How many of one's own seats the cover marks. */
  readonly mine?: number
}

/** Somebody who has proven their email. */
interface Guest {
  readonly name: string
  readonly email: string
  readonly cookie: string
}

/** Guests take their roles themselves; on Team that is said (R10). */
export const theirs = { assignmentRules: { enableRoleAssignment: false, enableRoleSelfSelect: true } }
const day = 86_400_000
const from = (start: number, end: number) => ({
  start: new Date(Date.now() + start).toISOString(),
  end: new Date(Date.now() + end).toISOString(),
})

type Walked = Pick<Stage, 'server' | 'mailbox'>

/** Calls, made by hand: some are another browser's. */
function callsOf(stage: Walked) {
  return async (method: string, path: string, body: object, headers: Record<string, string> = {}): Promise<unknown> => {
    const sent = { 'content-type': 'application/json', ...headers }
    const read = method === 'GET' ? {} : { body: JSON.stringify(body) }
    const response = await fetch(`${stage.server.url}/api${path}`, { method, headers: sent, ...read })
    const said: unknown = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(said)}`)
    return said
  }
}

export interface Walk {
  readonly held: Held
  readonly guest: Guest
  /** The guest's personal link, once they have answered. */
  readonly ownLink: () => Promise<string>
  /** Brings the states about, one after the other. */
  readonly go: (check: (stop: Stop) => Promise<void>, accept?: () => Promise<void>) => Promise<void>
}

/** Opens the walks of one organizer, on Team. */
export async function openWalks(stage: Walked) {
  const seed = openSeed(stage)
  const api = callsOf(stage)
  const olivia: Host = await seed.host()
  await setPlan(stage.server, [olivia], 'team')
  const asHost = (method: string, path: string, body: object = {}) => api(method, path, body, { authorization: `Bearer ${olivia.token}` })
  const newGuest = async (held: Held, called: string): Promise<Guest> => {
    const name = newName(called)
    const email = `${name.toLowerCase()}@guests.test`
    return { name, email, cookie: await seed.prove(held, email) }
  }
  const here = ({ groupId, eventId }: Held) => ({ groupId, eventId })

  /** An answer that changes hands in all ways there are. */
  async function answers(): Promise<Walk> {
    const roles = [
      { name: 'Speaker', max: 3 },
      { name: 'Guest', max: 2 },
    ]
    const about = { name: 'Open stage night', location: 'Main Hall, Station Street 5', ...from(5 * day, 5 * day + 7_200_000) }
    const held = await seed.event(olivia, roles, { ...about, ...theirs })
    await seed.answer(held, newName('Ann'), ['Guest'])
    const guest = await newGuest(held, 'Gina')
    const { name, email, cookie } = guest
    const asGuest = (path: string, body: object) => api('POST', path, { ...here(held), ...body }, fromOwnPage(cookie))
    const reply = (chosen: string[]) => asGuest('/rsvp/submit', { name, email, attending: true, roles: chosen })
    const limit = (max: number) => asHost('PATCH', `/group/${held.groupId}/roles/Guest`, { max, moveToWaitlist: true })
    const idOf = async () =>
      groupApi.rsvps.reply.parse(await asHost('GET', `/group/${held.groupId}/rsvps`)).rsvps.find((row) => row.name === name)?._id

    const go: Walk['go'] = async (check, accept = async () => void (await asGuest('/rsvp/offer', { role: 'Guest', accept: true }))) => {
      const coming = { state: 'coming', title: 'You’re coming as Guest', act: 'Add to calendar', mine: 1 } as const
      const waiting = {
        name: 'waiting',
        state: 'waiting',
        title: 'You’re number 1 in line for Guest',
        act: 'Take a seat as Speaker, 3 left',
      } as const
      await reply(['Guest'])
      await check({ ...coming, name: 'coming' })
      await limit(1)
      await check({ ...waiting, says: 'You’re coming either way, for now without a role.' })
      await limit(2)
      await check({ ...coming, name: 'seat-given', says: 'A seat opened up, and it’s yours.' })
      await asHost('PATCH', `/group/${held.groupId}/settings`, { waitlistCutoffHours: 168 })
      await limit(1)
      await check(waiting)
      await limit(2)
      await check({ name: 'offered', state: 'offered', title: 'A seat as Guest is held for you', act: 'Accept the seat' })
      await accept()
      await check({ ...coming, name: 'accepted', says: 'You accepted: the seat that was held for you is yours.' })
      const ben = `${newName('ben')}@guests.test`
      await asGuest('/rsvp/hand-over', { name: 'Ben', email: ben })
      await check({
        name: 'handing-over',
        state: 'handing-over',
        title: 'You offered your seat to Ben',
        act: 'Withdraw the offer',
        mine: 1,
      })
      const token = new URL(await stage.mailbox.link(ben, /offered a seat/)).searchParams.get('token')
      await api('POST', '/hand-over/accept', { token })
      await check({ name: 'declined', state: 'declined', title: 'You’ve said no', act: 'I can come after all' })
      await reply(['Speaker'])
      await check({ ...coming, name: 'coming-again', title: 'You’re coming as Speaker' })
      await asHost('DELETE', `/group/${held.groupId}/rsvps/${await idOf()}`)
      await check({ name: 'removed', state: 'removed', title: 'Your answer was removed', act: 'Answer again' })
      await asHost('DELETE', `/event/${held.eventId}`)
      await check({ name: 'canceled', state: 'canceled', title: 'This event was canceled' })
    }
    return { held, guest, ownLink: () => stage.mailbox.link(email, /You are coming/), go }
  }

  /** Somebody who is given a role while they look. */
  async function assigned() {
    const given = { assignmentRules: { enableRoleAssignment: true, enableRoleSelfSelect: false } }
    const held = await seed.event(olivia, [{ name: 'Alto', max: 2 }], { name: 'Spring concert', ...given })
    const guest = await newGuest(held, 'Mia')
    const { name, email } = guest
    const assign = async () =>
      void (await asHost('POST', `/event/${held.eventId}/assign`, { groupId: held.groupId, name, email, roleName: 'Alto' }))
    const stop: Stop = { name: 'assigned', state: 'assigned', title: 'You have a seat as Alto', act: 'I’m coming', mine: 1 }
    return { held, guest, assign, stop, ownLink: () => stage.mailbox.link(email, /You are “Alto”/) }
  }

  /** An answer to an event that ends while somebody looks. */
  async function ending() {
    const held = await seed.event(olivia, [{ name: 'Speaker', max: 2 }], { name: 'A short one', ...from(1_000, 20_000), ...theirs })
    const guest = await newGuest(held, 'Late')
    const { name, email, cookie } = guest
    await api('POST', '/rsvp/submit', { ...here(held), name, email, attending: true, roles: ['Speaker'] }, fromOwnPage(cookie))
    const stop: Stop = { name: 'over', state: 'over', title: 'This event has ended', mine: 1 }
    return { held, guest, stop, ownLink: () => stage.mailbox.link(email, /You are coming/) }
  }
  return { answers, assigned, ending }
}
