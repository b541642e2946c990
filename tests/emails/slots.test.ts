// Nobody's slow or many emails keep another's waiting: slots with deadlines, codes and links first, organizers in turn.
import { performance } from 'node:perf_hooks'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createBusyMeter } from '#server/app/operations/busy.ts'
import { defaultSlots, dueInTurns, inTurns, type Slots, withSlots } from '#server/kernel/emails/fair-queue.ts'
import { type Email, type EmailDraft, emailRecord, emails } from '#server/kernel/emails/outbox.ts'
import { createMetrics } from '#server/kernel/operations/metrics.ts'
import { type Mailer, smtpMailer } from '#server/kernel/ports/mailer.ts'
import { createDelivery } from '#server/mail/delivery/delivery.ts'
import { linkEmail } from '#server/people/emails/access.ts'
import { cancelledEmail } from '#server/seats/emails/group.ts'
import { codeEmail } from '#server/seats/emails/proof.ts'
import { comes } from '../kit/world/pace.ts'
import { openSmtp } from '../kit/world/smtp.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const from = 'Rolecall <hello@rolecall.test>'
const place = (ownerId: string) => ({ _id: 'g', eventId: null, ownerId, rsvpId: 'r', hasAnswered: true })
const letter = (to: string, ownerId: string) => cancelledEmail(to, 'http://rolecall.test', place(ownerId), { name: 'Choir' }, {})
const code = (to: string, ownerId: string) => codeEmail(to, 'http://rolecall.test', 'proof', 'K7MPX4', { name: 'Choir' }, place(ownerId))
const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))
const write = async (world: World, drafts: readonly EmailDraft[]) => {
  const records = drafts.map((draft) => emailRecord(world.services, draft))
  await world.store.commit(records.map((put) => ({ collection: emails as never, put, expectedRev: 0 })))
  return records
}
/** Opens the loop, and gives what lets it make so many rounds. */
function deliver(world: World, real: Mailer, slots: Slots = defaultSlots, isBusy = () => false) {
  let [made, handed] = [0, 0]
  const send: Mailer['send'] = (...email) => {
    handed++
    return real.send(...email)
  }
  const mailer = { ...real, send }
  const metrics = { ...createMetrics(), round: () => made++ }
  const loop = createDelivery({ ...world.services, mailer, log: pino({ level: 'silent' }), metrics }, slots, isBusy)
  onTestFinished(async () => {
    let isOver = false
    void loop.stop().finally(() => (isOver = true))
    await comes(() => {
      world.clock.advance(slots.timeoutMs) // what hangs is let go
      expect(isOver).toBe(true)
    }, 1)
  })
  return async (count: number) => {
    const until = made + count
    await comes(() => {
      if (made < until) world.clock.advance(50)
      expect(made).toBeGreaterThanOrEqual(until)
    }, 1)
    // What they have leased is with the mailer.
    await comes(async () => {
      const all = await world.store.find(emails, { index: 'expiry', limit: 10_000 })
      expect(handed).toBe(all.reduce((sum, { attempts }) => sum + attempts, 0))
    }, 1)
  }
}
const isHanging = (address: string) => address.endsWith('@slow.test')
const toOf = (letters: readonly string[]) => letters.map((text) => /^To: (\S+)/m.exec(text)?.[1] ?? '').sort()

describe('over SMTP, with a recipient whose server never answers', () => {
  const begin = async (slots: Slots) => {
    const [world, smtp] = [await openWorld(), await openSmtp(undefined, isHanging)]
    await write(world, [
      ...times(60, (n) => letter(`guest${n}@slow.test`, 'noisy')),
      ...times(60, (n) => code(`guest${n}@slow.test`, 'noisy')),
    ])
    const rounds = deliver(world, smtpMailer(smtp.url, from), slots)
    await rounds(2)
    await comes(() => expect(smtp.hanging()).toBe(Math.min(slots.all, 2 * slots.each)))
    await write(world, [code('ada@people.test', 'quiet'), letter('bo@people.test', 'quiet'), code('ada@else.test', 'noisy too')])
    return { world, smtp, rounds }
  }

  test('M6 codes, links and emails to others leave at once', async () => {
    const begun = await begin(defaultSlots)
    await comes(async () => {
      await begun.rounds(1)
      expect(toOf(begun.smtp.letters)).toEqual(['ada@else.test', 'ada@people.test', 'bo@people.test'])
    })
    expect(begun.smtp.hanging()).toBe(2 * defaultSlots.each)
  })

  test('M6 control: with one slot nobody gets anything while it hangs', async () => {
    const begun = await begin({ ...defaultSlots, all: 1, normal: 1, each: 1 })
    await begun.rounds(20)
    expect([begun.smtp.letters, begun.smtp.hanging()]).toEqual([[], 1])
  })

  test('M6 what takes longer than its deadline is ended, noted and tried again; its connection is closed', async () => {
    const [world, smtp] = [await openWorld(), await openSmtp(undefined, isHanging)]
    await write(world, [letter('guest@slow.test', 'noisy')])
    await deliver(world, smtpMailer(smtp.url, from))(1)
    await comes(() => expect(smtp.hanging()).toBe(1))
    const due = world.clock.now() + defaultSlots.timeoutMs + 10_000
    world.clock.advance(defaultSlots.timeoutMs)
    await comes(async () => {
      const [kept] = await world.store.find(emails, { index: 'expiry' })
      expect([kept?.state, kept?.attempts, Date.parse(kept?.dueAt ?? '') <= due, kept?.rev, smtp.hanging()]).toEqual([
        'normal',
        1,
        true,
        3,
        0,
      ])
    })
  })
})

test('M6 a mailer that heeds no deadline holds its slot no longer than that either', async () => {
  const world = await openWorld()
  const tried: string[] = []
  await write(world, [letter('guest@slow.test', 'noisy'), letter('bo@people.test', 'noisy')])
  let letGo = () => {}
  const send: Mailer['send'] = ({ to }) => {
    tried.push(to)
    return isHanging(to) ? new Promise((end) => (letGo = end)) : Promise.resolve()
  }
  const rounds = deliver(world, { name: 'smtp', keeps: false, send }, { ...defaultSlots, all: 1 })
  onTestFinished(() => letGo())
  await rounds(5)
  expect(tried).toEqual(['guest@slow.test'])
  world.clock.advance(defaultSlots.timeoutMs)
  await rounds(2)
  expect(tried).toEqual(['guest@slow.test', 'bo@people.test'])
})

describe('organizers in turn', () => {
  const sentBy = async (world: World, count: number, slots = defaultSlots) => {
    const sent: string[] = []
    await deliver(world, { name: 'smtp', keeps: false, send: async ({ to }) => void sent.push(to) }, slots)(count)
    return sent
  }
  const many = times(1_500, (n) => letter(`guest${n}@crowd${n % 50}.test`, 'noisy'))

  test('M8 a code, a link and ten emails of a quiet organizer leave within three rounds, behind 3,000 emails and codes of another one', async () => {
    const world = await openWorld()
    await write(world, many)
    await write(
      world,
      many.map(({ to }) => code(to, 'noisy')),
    )
    world.clock.advance(1_000)
    const quiet = [code('ada@people.test', 'quiet'), ...times(10, (n) => letter(`gast${n}@people.test`, 'quiet'))]
    await write(world, quiet)
    await write(world, [linkEmail('bo@links.test', 'http://rolecall.test', 'a token')])
    const sent = await sentBy(world, 3)
    expect(quiet.filter(({ to }) => !sent.includes(to))).toEqual([])
    expect([sent.includes('bo@links.test'), sent.length < 200]).toEqual([true, true])
  })

  test('M8 control: in the order of their age the quiet one would come last', async () => {
    const world = await openWorld()
    await write(world, many)
    world.clock.advance(1_000)
    await write(world, [letter('gast@people.test', 'quiet')])
    const oldest = await world.store.find(emails, { index: 'due', where: { state: 'normal' }, limit: defaultSlots.all })
    expect(oldest.some(({ tenant }) => tenant === 'quiet')).toBe(false)
    const next = await dueInTurns(world.store, 'normal', new Date(world.clock.now() + 1).toISOString(), defaultSlots.all, '')
    expect(next.slice(0, 3).map(({ tenant }) => tenant)).toEqual(['noisy', 'quiet', 'noisy'])
  })

  test('M8 of a hundred organizers with emails waiting each is served before one is served a third time', async () => {
    const world = await openWorld()
    await write(
      world,
      times(1_000, (n) => letter(`guest${n}@crowd${n}.test`, `organizer ${n % 100}`)),
    )
    const sent = await sentBy(world, 20)
    const counts = new Map<number, number>()
    for (const to of sent) counts.set(Number.parseInt(to.slice(5), 10) % 100, (counts.get(Number.parseInt(to.slice(5), 10) % 100) ?? 0) + 1)
    expect(sent.length).toBeGreaterThan(200)
    expect([counts.size, Math.max(...counts.values()) - Math.min(...counts.values()) <= 2]).toEqual([100, true])
  })

  test('M8 what the release before wrote, without an organizer, goes out too', async () => {
    const world = await openWorld()
    const old = times(100, (n) => ({ ...emailRecord(world.services, letter(`old${n}@people.test`, 'x')), tenant: undefined }))
    await world.store.commit(old.map((put) => ({ collection: emails as never, put, expectedRev: 0 })))
    world.clock.advance(1_000)
    await write(world, many.slice(0, 100))
    const sent: string[] = []
    const rounds = deliver(world, { name: 'smtp', keeps: false, send: async ({ to }) => void sent.push(to) })
    for (let round = 0; round < 30 && sent.length < 200; round++) await rounds(1)
    expect(new Set(sent).size).toBe(200)
  })

  test('M8 turns begin after who was last, one email each', () => {
    const waiting = ['a', 'a', 'a', 'b', 'c', 'c'].map((tenant, n) => ({ _id: `${n}`, rev: 1, tenant }))
    const order = (last: string) => inTurns(waiting, last).map(({ tenant }) => tenant)
    expect([order(''), order('a'), order('c')].map((one) => one.join(''))).toEqual(['abcaca', 'bcacaa', 'abcaca'])
  })

  test('M6 slots are shared: some kept for codes and links, some for others than this organizer or domain', async () => {
    const world = await openWorld()
    const chosen = async (drafts: readonly EmailDraft[], busy: readonly Email[] = []) =>
      withSlots(await write(world, drafts), busy, { ...defaultSlots, all: 10, normal: 7, each: 4, timeoutMs: 1 })
    const spread = (n: number) => [`guest${n}@crowd${n}.test`, `organizer ${n}`] as const
    const normal = await chosen(times(20, (n) => letter(...spread(n))))
    expect(normal).toHaveLength(7)
    expect(
      await chosen(
        times(20, (n) => code(...spread(n))),
        normal,
      ),
    ).toHaveLength(3)
    expect(await chosen(times(20, (n) => letter(`guest${n}@crowd${n}.test`, 'one')))).toHaveLength(4)
    expect(await chosen(times(20, (n) => letter(`guest${n}@sub${n}.crowd.test`, `organizer ${n}`)))).toHaveLength(4)
  })

  test('R101c, M6 while requests take most of the time few notices are under way, and codes and answers’ own emails go as ever', async () => {
    const world = await openWorld()
    const notice = { kind: 'message', due: 'one', groupId: 'a'.repeat(24), eventId: null } as const
    const to = (n: number) => [`guest${n}@crowd${n}.test`, `organizer ${n}`] as const
    const drafts = times(10, (n) => ({ ...letter(...to(n)), notice, rsvpId: 'b'.repeat(24), hasAnswered: true }))
    const waiting = await write(world, [...drafts, ...times(3, (n) => letter(...to(20 + n))), ...times(3, (n) => code(...to(30 + n)))])
    const count = (isBusy: boolean) => withSlots(waiting, [], defaultSlots, isBusy).length
    expect([count(false), count(true)]).toEqual([16, defaultSlots.noticesWhenBusy + 6])
    const crowd = await write(
      world,
      times(20, (n) => letter(...to(40 + n))),
    )
    expect(withSlots(crowd, [], defaultSlots, true)).toHaveLength(defaultSlots.normalWhenBusy)
  })
})

test('R101c, M6 while answers are written codes are looked for in every round, all else in some, and goes out all the same', async () => {
  const world = await openWorld()
  const taken: string[] = []
  const mailer: Mailer = { name: 'smtp', keeps: false, send: async ({ to }) => void taken.push(to) }
  await write(
    world,
    times(5, (n) => letter(`guest${n}@people.test`, 'one')),
  )
  const rounds = deliver(world, mailer, { ...defaultSlots, normalWhenBusy: 1 }, () => true)
  const apart = defaultSlots.roundsApartWhenBusy
  await rounds(apart - 1)
  expect(taken).toEqual([])
  await rounds(1)
  await comes(() => expect(taken).toHaveLength(1))
  await write(world, [code('ada@people.test', 'one')])
  await rounds(2)
  expect(taken).toContain('ada@people.test')
  for (let more = 0; more < 20 && taken.length < 6; more++) await rounds(apart)
  expect(taken.toSorted()).toEqual(['ada@people.test', ...times(5, (n) => `guest${n}@people.test`)])
})

/** The process as it says it is; gives what lets time pass, with so much of it taken. */
function spent() {
  let ms = 0
  const loop = vi.spyOn(performance, 'eventLoopUtilization')
  const now = vi.spyOn(performance, 'now').mockImplementation(() => ms)
  onTestFinished(() => void [loop, now].map((one) => one.mockRestore()))
  return (passed: number, utilization: number) => {
    ms += passed
    loop.mockReturnValue({ idle: 0, active: 0, utilization })
  }
}

test('R101 answers that are written one after the other are reason enough, however much the process waits for its disk', () => {
  const pass = spent()
  let decided = 0
  const isBusy = createBusyMeter(() => decided)
  pass(250, 0.1)
  decided += 100
  expect(isBusy()).toBe(true)
  pass(250, 0.1)
  decided += 2
  expect(isBusy()).toBe(false)
})

test('R101 a process whose time is taken says so, and that it is over', () => {
  const pass = spent()
  const isBusy = createBusyMeter()
  pass(250, 0.9)
  expect(isBusy()).toBe(true)
  pass(250, 0.1)
  expect(isBusy()).toBe(false)
})
