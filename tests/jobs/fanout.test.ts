// Guests are told of changes: of the newest, once, organizers in turn, and without the store growing with each edit.

import { describe, expect, test } from 'vitest'
import { undoSeconds } from '#protocol/kernel/limits.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { type Email, emailRecord, emails } from '#server/kernel/emails/outbox.ts'
import { workOff } from '#server/seats/fanout/fanout.ts'
import { fanouts } from '#server/seats/fanout/record.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { chance } from '../kit/model/chance.ts'
import { day, minute } from '../kit/world/clock.ts'
import { mailRound } from '../kit/world/notices.ts'
import { guestNo, openWorld, type World } from '../kit/world/world.ts'

const { seed, between } = chance()
console.log(`fanout.test.ts: SEED=${seed}`)

const startOf = (n: number) => new Date(Date.parse('2026-12-20T12:00:00Z') + n * minute).toISOString()
const count = async (world: World, collection: typeof emails | typeof fanouts) =>
  (await world.store.find(collection as never, { index: '_id', limit: 100_000 })).length

/** An event with so many answers; the store then holds their emails. */
async function withGuests(guests: number, world?: World, name = 'ada') {
  const here = world ?? (await openWorld())
  const host = await here.person(name, 'enterprise')
  const { groupId, eventId } = await here.event(host, [{ name: 'Guest', max: 500 }], {}, { timeZone: 'UTC' })
  for (let n = 0; n < guests; n += 50) {
    const some = Array.from({ length: Math.min(50, guests - n) }, (_, at) => here.proven(`${name}${n + at}@guests.test`, groupId))
    await Promise.all(some.map((guest) => here.answer(groupId, guest, [])))
  }
  const move = (n: number) => here.ok(eventApi.update, { id: eventId, start: startOf(n), end: startOf(n + 60) }, host)
  return { world: here, host, groupId, eventId, move }
}

/** What reaches the mailboxes: every email with the time it tells of a move, as the mail server gets it. */
function openSent(world: World, onSend: (to: string) => void = () => {}) {
  const sent: { to: string; text: string }[] = []
  const send = async ({ to, text }: { to: string; text: string }) => {
    onSend(to)
    sent.push({ to, text })
  }
  const mailer = { name: 'smtp', keeps: false, send } as const
  const round = () => mailRound(world, mailer)
  const times = (to: string) =>
    sent.filter((one) => one.to === to).flatMap(({ text }) => /It now starts on ([^.]+)\./.exec(text)?.[1] ?? [])
  return { sent, round, times }
}
const shown = (n: number) => {
  const [hours, minutes] = [12 + Math.floor(n / 60), String(n % 60).padStart(2, '0')]
  return `${hours > 12 ? hours - 12 : hours}:${minutes} PM`
}

describe('many edits', () => {
  test('M7 three hundred moves while 250 guests are told: one pending fan-out, one email for each guest, which says the newest time', async () => {
    const { world, move } = await withGuests(250)
    const before = await count(world, emails)
    for (let n = 1; n <= 300; n++) {
      await move(n)
      expect(await count(world, fanouts)).toBe(1)
      if (n % 3 === 0) await workOff(world.services)
    }
    await world.runJobs()
    expect([await count(world, emails), await count(world, fanouts)]).toEqual([before + 250, 0])
    const letters = (await world.store.find(emails, { index: 'expiry', limit: 10_000 })).filter(({ tells }) => tells)
    expect(new Set(letters.map(({ tells }) => tells?.start))).toEqual(new Set([startOf(300)]))
    expect([letters.length, new Set(letters.map(({ to }) => to)).size]).toEqual([250, 250])
  })

  test('M7 R8 several roles deleted while guests are told are one pending fan-out; each holder hears of each role once', async () => {
    const world = await openWorld()
    const host = await world.person('ada', 'enterprise')
    const roles = ['A', 'B', 'C', 'Other']
    const { groupId } = await world.event(
      host,
      roles.map((name) => ({ name, max: 300 })),
      {},
      { assignmentRules: { enableRoleSelfSelect: true } },
    )
    const guests = Array.from({ length: 230 }, (_, n) => world.proven(guestNo(n), groupId))
    for (const [n, guest] of guests.entries()) {
      const answered = await world.answer(groupId, guest, n % 2 ? ['A', 'B', 'C'] : ['A', 'Other'])
      expect([answered.status, answered.body.error]).toEqual([200, undefined])
    }
    for (const name of ['A', 'B', 'C']) {
      await world.ok(groupApi.removeRole, { id: groupId, name }, host)
      expect(await count(world, fanouts)).toBe(1)
      world.clock.advance(undoSeconds * 1_000)
      await workOff(world.services)
    }
    await world.runJobs()
    const received = await Promise.all(
      [0, 1].map(async (n) => (await world.mails(guestNo(n))).flatMap(({ text }) => /the role “(\w+)”/.exec(text)?.[1] ?? [])),
    )
    expect(received.map((one) => one.sort())).toEqual([['A'], ['A', 'B', 'C']])
    const all = await world.store.find(emails, { index: 'expiry', limit: 10_000 })
    expect(all.filter(({ message }) => message?.subject.startsWith('Your role was removed')).length).toBe(115 + 3 * 115)
  })

  test('M7 whenever edits, the telling and the mail come in any order, nobody hears an outdated time, or the same twice, and all hear the last', async () => {
    for (let run = 0; run < 4; run++) {
      const { world, move, eventId } = await withGuests(230)
      const current = async () => (await world.ok(eventApi.read, { id: eventId })).event.start
      let start = await current()
      const heard = new Map<string, string[]>()
      const { sent, round } = openSent(world)
      const note = () => {
        for (const { to, text } of sent.splice(0)) {
          const time = /It now starts on .*, ([\d:]+ [AP]M)/.exec(text)?.[1]
          if (!time) continue
          expect(time).toBe(shown((Date.parse(start) - Date.parse(startOf(0))) / minute))
          heard.set(to, [...(heard.get(to) ?? []), time])
        }
      }
      for (let step = 0; step < 40; step++) {
        const what = between(0, 9)
        if (what < 2) {
          await move(between(1, 3))
          start = await current()
        } else if (what < 6) await workOff(world.services)
        else if (what < 9) await round()
        else world.clock.advance(3 * minute)
        note()
      }
      await move(200)
      start = await current()
      await world.runJobs()
      for (let n = 0; n < 60; n++) {
        world.clock.advance(minute)
        await round()
        note()
      }
      expect(heard.size).toBe(230)
      for (const times of heard.values()) {
        expect(times.at(-1)).toBe(shown(200))
        expect(times.filter((time, n) => time === times[n - 1])).toEqual([])
      }
    }
  })

  test('M7 whoever was told of a time hears of the next after two minutes at the earliest, and then of the newest only', async () => {
    const { world, move } = await withGuests(1)
    const { round, times } = openSent(world)
    for (let n = 1; n <= 10; n++) {
      await move(n)
      await world.runJobs()
      await round()
    }
    const heard = times('ada0@guests.test').filter((time) => time.includes('20 Dec 2026'))
    expect(heard.map((time) => /[\d:]+ [AP]M/.exec(time)?.[0])).toEqual([shown(1)])
    world.clock.advance(2 * minute)
    await round()
    expect(
      times('ada0@guests.test')
        .filter((time) => time.includes('20 Dec 2026'))
        .map((time) => /[\d:]+ [AP]M/.exec(time)?.[0]),
    ).toEqual([shown(1), shown(10)])
  })

  test('M7 who was told of a time is not told of it again where it was moved away and back before they heard', async () => {
    const { world, move } = await withGuests(1)
    const { round, times } = openSent(world)
    await move(1)
    await world.runJobs()
    await round()
    await move(2)
    await move(1)
    await world.runJobs()
    world.clock.advance(5 * minute)
    await round()
    expect(times('ada0@guests.test').filter((time) => time.includes('20 Dec 2026'))).toHaveLength(1)
  })

  test('M7 R57 once an event is canceled its guests are told that, and nothing of its times any more', async () => {
    const { world, move, eventId, host } = await withGuests(150)
    await move(1)
    await workOff(world.services)
    await world.ok(eventApi.remove, { id: eventId }, host)
    await world.runJobs()
    const { sent, round } = openSent(world)
    for (let n = 0; n < 30; n++) await round()
    const subjects = sent.map(({ text }) => text).filter((text) => /was moved|canceled/.test(text))
    expect([subjects.length, subjects.filter((text) => text.includes('was moved')).length]).toEqual([150, 0])
    world.clock.advance(31 * day)
    await world.runJobs()
    expect(await world.store.find(rsvps, { index: '_id' })).toEqual([])
  })

  test('M7 what the release before left pending is carried out', async () => {
    const { world, groupId, eventId } = await withGuests(3)
    const group = { _id: groupId, eventId, name: 'Choir' }
    const old = { _id: 'left', rev: 1, kind: 'moved', group, event: null, role: null, cursor: null, dueAt: '2026-12-01T00:00:00.000Z' }
    await world.store.commit([{ collection: fanouts, put: old, expectedRev: 0 }])
    await world.runJobs()
    expect((await world.mails('ada0@guests.test'))[0]?.subject).toBe('New time for “Summer school”')
  })
})

describe('one noisy organizer and a quiet one', () => {
  test('M8 the quiet one’s guests are told within a few rounds while the noisy one’s thousands wait, and their answers are served', async () => {
    const world = await openWorld()
    const noisy = await Promise.all([0, 1, 2].map((n) => withGuests(n === 0 ? 900 : 50, world, `noisy${n}`)))
    const quiet = await withGuests(20, world, 'quiet')
    for (const { move } of noisy) for (let n = 1; n <= 20; n++) await move(n)
    const crowd = Array.from({ length: 2_000 }, (_, n) => filler(world, n, noisy[0]?.host.userId ?? ''))
    await world.store.commit(crowd.map((put) => ({ collection: emails as never, put, expectedRev: 0 })))
    world.clock.advance(1_000)
    await quiet.move(7)
    const turn = { last: '' }
    for (let n = 0; n < 4; n++) await workOff(world.services, turn) // as many as there are organizers
    const { sent, round } = openSent(world)
    for (let n = 0; n < 20; n++) {
      await round()
      const answered = await world.answer(quiet.groupId, world.proven(`late${n}@guests.test`, quiet.groupId), [])
      expect(answered.status).toBe(200)
    }
    const received = sent.filter(({ to, text }) => to.startsWith('quiet') && text.includes('It now starts on'))
    expect([received.length, sent.length < 700]).toEqual([20, true])
  })

  test('M8 of three organizers with guests to be told each is dealt with once before one is a second time', async () => {
    const world = await openWorld()
    const all = [await withGuests(210, world, 'ada'), await withGuests(210, world, 'bo'), await withGuests(210, world, 'cy')]
    for (const { move } of all) await move(1)
    const turn = { last: '' }
    for (const pages of [1, 2]) {
      for (const _ of all) await workOff(world.services, turn)
      const received = (await world.store.find(emails, { index: 'expiry', limit: 10_000 })).filter(({ tells }) => tells)
      expect(['ada', 'bo', 'cy'].map((name) => received.filter(({ to }) => to.startsWith(name)).length)).toEqual(Array(3).fill(pages * 100))
    }
  })

  test('M8 control: in the order of their age the quiet one’s come after all pages of the noisy one', async () => {
    const world = await openWorld()
    const noisy = await withGuests(500, world, 'noisy')
    const quiet = await withGuests(5, world, 'quiet')
    await noisy.move(1)
    world.clock.advance(1_000)
    await quiet.move(1)
    const [oldest] = await world.store.find(fanouts, { index: 'due', limit: 1 })
    expect(oldest?.group._id).toBe(noisy.groupId)
    const turn = { last: '' }
    await workOff(world.services, turn)
    await workOff(world.services, turn)
    expect((await world.mails('quiet0@guests.test'))[0]?.subject).toContain('New time')
  })
})

/** An email of somebody's that waits to be sent. */
const filler = (world: World, n: number, tenant: string): Email =>
  emailRecord(world.services, { to: `guest${n}@crowd${n}.test`, message: { subject: 'Many', blocks: [] }, tenant })
