// What comes about with time and by others: people who stay silent, addresses that don't work, a team, a brand, pictures, a plan that is paid for.
import { messageApi } from '#protocol/mail/message.ts'
import { checkoutApi } from '#protocol/money/checkout.ts'
import { brandApi } from '#protocol/people/brand/brand.ts'
import { faceApi } from '#protocol/people/face.ts'
import { teamApi } from '#protocol/people/team.ts'
import { invitationApi } from '#protocol/seats/invitation.ts'
import { photoApi } from '#protocol/seats/photo/photo.ts'
import { systemClock } from '#server/kernel/ports/clock.ts'
import { createSecrets } from '#server/kernel/ports/secrets.ts'
import { next } from '#server/kernel/write/outcome.ts'
import { type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { jpeg } from '../../kit/pictures/pictures.ts'
import { openStore } from '../../kit/process/seed.ts'
import { givenUpEmail } from '../../kit/world/given-up.ts'
import type { Stage } from '../kit.ts'
import type { Held, Host, openSeed } from '../seed.ts'

type Seed = ReturnType<typeof openSeed>
const as = ({ token }: Host) => ({ authorization: `Bearer ${token}` })
const invited = ['Noa', 'Ulf'].map((name) => ({ name, email: `${name.toLowerCase()}@guests.test` }))

/** An event whose role is full, with a message to its guests and two who were invited. */
export async function lateEvent({ call, event, answer }: Seed, olivia: Host): Promise<Held> {
  const late = await event(olivia, [{ name: 'Cook', max: 2 }], { name: 'Late', assignmentRules: { enableRoleSelfSelect: true } })
  await answer(late, 'Una', ['Cook'])
  await answer(late, 'Vic', ['Cook'])
  const id = late.groupId
  await call(messageApi.send, { id, audience: {}, subject: 'Bring a cup', text: 'Please bring a cup.' }, as(olivia))
  await call(invitationApi.send, { id, people: invited }, as(olivia))
  return late
}

/** Gil looks on. */
export async function onTeam({ call }: Seed, { mailbox }: Stage, { eventId }: Held, [olivia, gil]: readonly [Host, Host]) {
  await call(teamApi.add, { id: eventId, email: gil.email, role: 'viewer' }, as(olivia))
  const token = new URL(await mailbox.link(gil.email, /help with an event/)).searchParams.get('token') ?? ''
  await call(teamApi.accept, { token }, as(gil))
}

/** A brand, a face and a cover photo. */
export async function adorned({ call }: Seed, { server }: Stage, { eventId }: Held, olivia: Host) {
  await call(brandApi.save, { name: 'Harbor Choir', accent: '#e8a020' }, as(olivia))
  const headers = { ...as(olivia), 'content-type': 'image/jpeg' }
  const body = new Uint8Array(await jpeg(800, 450))
  for (const path of [faceApi.set.path, photoApi.set.path.replace(':id', eventId)]) {
    const { ok, status } = await fetch(`${server.url}/api${path}`, { method: 'PUT', headers, body })
    if (!ok) throw new Error(`${path}: ${status}`)
  }
}

/** Pays for Pro on the sandbox's page. */
export async function paying({ host, call }: Seed, { server }: Stage): Promise<Host> {
  const pia = await host('pia')
  const { sessionId } = (await call(checkoutApi.subscribe, { plan: 'pro' }, as(pia))).body
  const body = new URLSearchParams({ do: 'pay' })
  await fetch(`${server.url}/sandbox/checkout/${sessionId}`, { method: 'POST', body, redirect: 'manual' })
  return pia
}

const week = 7 * 24 * 3_600_000
/** A week after Noa was invited, and an email nobody got; addresses of Una and Ulf turned out to be wrong. The server is down meanwhile. */
export async function weekLater({ server }: Stage, { groupId }: Held) {
  await server.kill()
  const store = await openStore(server.folder)
  const change = async (email: string, of: (rsvp: Rsvp) => Partial<Rsvp>) => {
    const rsvp = (await store.find(rsvps, { index: 'group', where: { groupId } })).find((one) => one.email === email)
    if (!rsvp) throw new Error(`There is no answer of ${email}`)
    await store.commit([{ collection: rsvps, put: next(rsvp, of(rsvp)), expectedRev: rsvp.rev }])
  }
  for (const email of ['una@guests.test', 'ulf@guests.test']) await change(email, () => ({ addressFault: 'undeliverable' }))
  await change('noa@guests.test', ({ invitation }) => ({
    ...(invitation && { invitation: { ...invitation, at: new Date(Date.parse(invitation.at) - week).toISOString() } }),
  }))
  const secrets = createSecrets('the token secret of a test, which is long enough', 'the id key of a test, which is long enough')
  await givenUpEmail({ store, services: { clock: systemClock, secrets } })
  await store.close()
  await server.restart()
}
