// A browser that knows its reader as an organizer and as a guest of another email: every call that goes by a proof, the page and the room mean the guest.
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#protocol/kernel/endpoint.ts'
import { guestRoom } from '#protocol/live.ts'
import { accessApi } from '#protocol/people/access.ts'
import { companionApi } from '#protocol/seats/claims/claim.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { handoverApi } from '#protocol/seats/handover.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { severalApi } from '#protocol/seats/several/several.ts'
import { waitlistApi } from '#protocol/seats/waitlist.ts'
import { routes } from '#server/app/app.ts'
import type { Stored } from '#server/kernel/store/store.ts'
import { type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import type { As } from '../kit/world/client.ts'
import { day } from '../kit/world/clock.ts'
import { everything } from '../kit/world/every-collection.ts'
import { fromOwnPage } from '../kit/world/own-page.ts'
import type { Guest } from '../kit/world/people.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const organizing = 'olga.organizes@people.test'
const guesting = 'bea.guest@guests.test'

interface Stage {
  readonly world: World
  readonly groupId: string
  readonly eventId: string
}
type Both = readonly [olga: Guest, bea: Guest]

/** Each waits for the role of two others, who leave it so late that both get an offer. */
async function offered({ world, groupId }: Stage, both: Both) {
  const holders = world.crowd(2, groupId)
  for (const one of holders) await world.answer(groupId, one, ['Speaker'])
  for (const one of both) await world.answer(groupId, one, [], { waitFor: ['Speaker'] })
  world.clock.advance(6.5 * day)
  for (const one of holders) await world.answer(groupId, world.proven(one.email, groupId), [], { attending: false })
}
const seated = async ({ world, groupId }: Stage, both: Both) => {
  for (const one of both) await world.answer(groupId, one, ['Guest'])
}
/** Each brings somebody along, of the same id in both answers, who was sent a link where it says so. */
const accompanied = (isLinked: boolean) => async (stage: Stage, both: Both) => {
  const { store } = stage.world
  await seated(stage, both)
  const link = { id: 'link', email: 'mia@guests.test', createdAt: '2026-01-01T00:00:00.000Z', until: '2099-01-01T00:00:00.000Z' }
  const companions = [{ id: 'mia', name: 'Mia', ...(isLinked && { link }) }]
  for (const one of await store.find(rsvps, { index: 'group', where: { groupId: stage.groupId } }))
    await store.commit([{ collection: rsvps, put: { ...one, rev: one.rev + 1, companions } as Rsvp, expectedRev: one.rev }])
}
async function handingOver(stage: Stage, both: Both) {
  await seated(stage, both)
  for (const one of both) await stage.world.ok(handoverApi.begin, { groupId: stage.groupId, name: 'Xan', email: `for.${one.email}` }, one)
}

interface Row {
  readonly before: (stage: Stage, both: Both) => Promise<void>
  readonly input?: object
}
/** What each call needs there to be, for both of them alike. */
const rows: readonly (readonly [Endpoint, Row])[] = [
  [rsvpApi.form, { before: seated }],
  [severalApi.form, { before: seated }],
  [rsvpApi.submit, { before: seated, input: { name: 'B', email: guesting, attending: false, roles: [] } }],
  [guestApi.newLink, { before: seated }],
  [guestApi.myData, { before: seated }],
  [guestApi.erase, { before: seated }],
  [severalApi.feed, { before: seated }],
  [severalApi.myData, { before: seated }],
  [severalApi.erase, { before: seated }],
  [companionApi.link, { before: accompanied(false), input: { companionId: 'mia', email: 'zoe@guests.test' } }],
  [companionApi.takeBack, { before: accompanied(true), input: { companionId: 'mia' } }],
  [handoverApi.begin, { before: seated, input: { name: 'Zoe', email: 'zoe@guests.test' } }],
  [handoverApi.takeBack, { before: handingOver }],
  [waitlistApi.offer, { before: offered, input: { role: 'Speaker', accept: true } }],
]
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

async function setUp(before: Row['before']) {
  const world = await openWorld()
  const host = await world.person('host')
  const { groupId, eventId } = await world.event(host, [
    { name: 'Speaker', max: 2 },
    { name: 'Guest', max: 5 },
  ])
  const proven = () => [world.proven(organizing, groupId), world.proven(guesting, groupId)] as const
  await before({ world, groupId, eventId }, proven())
  await world.event({}, undefined, {}, { organizerEmail: organizing })
  const token = await world.tokenMailed(organizing)
  const { headers } = await world.call(accessApi.openLink, { token })
  const kept = headers.getSetCookie().map((one) => one.split(';')[0])
  const [, bea] = proven()
  const byCookie = { cookie: [...kept, bea.cookie].join('; ') } satisfies As
  const byToken: As = { organizerToken: token, ...(bea.cookie && { cookie: bea.cookie }) }
  const all = await world.store.find(rsvps, { index: 'group', where: { groupId } })
  const idOf = (email: string) => all.find((one) => one.email === email)?._id ?? 'none'
  /** Who is named by this text, by email or by the id of their answer. */
  const namedIn = (text: string) => [organizing, guesting].filter((email) => text.includes(`"${email}"`) || text.includes(idOf(email)))
  return { world, groupId, eventId, byCookie, byToken, onlyOrganizing: { cookie: kept.join('; ') } satisfies As, namedIn }
}

/** What the signed tokens in a text say. */
const claimsIn = (text: string) =>
  [...text.matchAll(/[\w-]+\.([\w-]+)\.[\w-]+/g)].map(([, claims = '']) => Buffer.from(claims, 'base64url').toString()).join('\n')

/** What stands otherwise in the store, as text. */
async function changesOf(world: World, work: () => Promise<unknown>) {
  const texts = async () =>
    new Set(Object.values(await everything(world.store)).flatMap((all: Stored[]) => all.map((one) => JSON.stringify(one))))
  const before = await texts()
  await work()
  return [...(await texts())].filter((one) => !before.has(one)).join('\n')
}

describe('who organizes in this browser, and has proven another email as a guest', () => {
  test('R14 R17 each call that goes by a proof has its row here', () => {
    expect(rows.map(([endpoint]) => nameOf(endpoint)).sort()).toEqual(
      routes
        .filter(({ readsProof }) => readsProof)
        .map(({ endpoint }) => nameOf(endpoint))
        .sort(),
    )
  })

  test.each(rows.map(([endpoint, row]) => [nameOf(endpoint), endpoint, row] as const))(
    'R14 R17 R127a %s means the guest, and leaves the organizer’s own answer alone',
    async (_, endpoint, { before, input }) => {
      for (const way of ['byCookie', 'byToken'] as const) {
        const { world, groupId, eventId, namedIn, ...as } = await setUp(before)
        const place = endpoint.path.includes(':eventId') ? { eventId } : { groupId }
        let reply = ''
        const changes = await changesOf(world, async () => {
          const { status, body } = await world.call(endpoint, { ...place, ...input }, as[way])
          expect([way, status, body.error]).toEqual([way, 200, undefined])
          reply = JSON.stringify(body)
        })
        expect([way, namedIn(`${reply}${claimsIn(reply)}${changes}`)]).toEqual([way, [guesting]])
      }
    },
  )

  test('R14 R127a control: without a proof each means who organizes', async () => {
    const { world, groupId, namedIn, onlyOrganizing } = await setUp(seated)
    expect(namedIn(JSON.stringify(await world.ok(rsvpApi.form, { groupId }, onlyOrganizing)))).toEqual([organizing])
    expect(namedIn(JSON.stringify(await world.ok(guestApi.myData, { groupId }, onlyOrganizing)))).toEqual([organizing])
  })

  test('R17 a login means itself, whatever is proven beside it', async () => {
    const { world, groupId, byCookie } = await setUp(seated)
    const cleo = await world.person('cleo')
    expect((await world.ok(rsvpApi.form, { groupId }, { ...byCookie, token: cleo.token })).userEmail).toBe(cleo.email)
  })

  test('R92 R95 R127a the room of one’s own answer and the calendar file are the guest’s too', async () => {
    const { world, groupId, eventId, byCookie, namedIn } = await setUp(seated)
    const socket = await world.socket({}, fromOwnPage(byCookie.cookie))
    expect(namedIn(JSON.stringify(await socket.watch(guestRoom(groupId, eventId))))).toEqual([guesting])
    const file = await world.send('GET', `/api/rsvp/calendar.ics?groupId=${groupId}&eventId=${eventId}`, undefined, byCookie)
    expect(namedIn(String(file.body))).toEqual([guesting])
  })
})
