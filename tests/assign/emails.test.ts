// What people are told whom somebody else gives a role, and takes it from, again and again: once what is true, and nothing they want no more of.
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { noticeApi } from '#protocol/mail/notice.ts'
import { emails } from '#server/kernel/emails/outbox.ts'
import type { OutgoingEmail } from '#server/kernel/ports/mailer.ts'
import { createDelivery } from '#server/mail/delivery/delivery.ts'
import { unaskedPerHour } from '#server/mail/delivery/pacing.ts'
import { emailCounts } from '#server/people/model/org.ts'
import { hour } from '../kit/world/clock.ts'
import { allEmails, deliverAll } from '../kit/world/notices.ts'
import { comes } from '../kit/world/pace.ts'
import { openStage, someone } from '../undo/stage.ts'

let stage: Awaited<ReturnType<typeof openStage>>
beforeEach(async () => {
  stage = await openStage()
})
const waiting = async (n: number) =>
  (await allEmails(stage.world)).filter(({ to, state }) => to === someone(n).email && state === 'normal').map((one) => one.message?.subject)
const strangers = async () => (await stage.world.store.find(emailCounts, { index: 'expiry' })).reduce((sum, { count }) => sum + count, 0)
const sentTo = async (n: number) => (await deliverAll(stage.world)).filter(({ to }) => to === someone(n).email)
const [yours, gone] = ['You are “Guest” at “Summer school”', 'You are no longer “Guest” at “Summer school”']

describe('a role given and taken back', () => {
  test('R119c thirty times over tells nobody anything of what they haven’t heard, and then only the newest', async () => {
    for (let n = 0; n < 30; n++) {
      await stage.assign(1, 'Guest')
      await stage.remove(1, 'Guest')
    }
    expect(await waiting(1)).toEqual([])
    await stage.assign(1, 'Guest')
    expect(await waiting(1)).toEqual([yours])
    expect((await sentTo(1)).map(({ subject }) => subject)).toEqual([yours])
  })

  test('R119c whoever has heard of a role hears that it is gone, and of what is as they know it nothing', async () => {
    await stage.assign(1, 'Guest')
    expect((await sentTo(1)).map(({ subject }) => subject)).toEqual([yours])
    for (let n = 0; n < 5; n++) {
      await stage.remove(1, 'Guest')
      expect(await waiting(1)).toEqual([gone])
      await stage.assign(1, 'Guest')
      expect(await waiting(1)).toEqual([])
    }
    await stage.remove(1, 'Guest')
    expect((await sentTo(1)).map(({ subject }) => subject)).toEqual([gone])
    await stage.assign(1, 'Guest')
    const [again] = await sentTo(1)
    expect([again?.subject, (await stage.world.mails(someone(1).email)).length]).toEqual([yours, 3])
  })

  test('R119c each role is told by itself, and of a moved one the new', async () => {
    await stage.assign(1, 'Guest')
    await stage.assign(1, 'Speaker')
    await stage.remove(1, 'Guest')
    expect(await waiting(1)).toEqual(['You are “Speaker” at “Summer school”'])
  })

  test('R119c emails of each count for the day, those that cancel each other once; a removal is not refused when they are spent', async () => {
    await stage.assign(1, 'Guest')
    await stage.remove(1, 'Guest')
    expect(await strangers()).toBe(1)
    await stage.assign(1, 'Guest')
    await deliverAll(stage.world)
    await stage.remove(1, 'Guest')
    expect(await strangers()).toBe(3)
    const [count] = await stage.world.store.find(emailCounts, { index: 'expiry' })
    if (!count) throw new Error('nothing was counted')
    await stage.assign(2, 'Guest')
    await deliverAll(stage.world)
    const put = { ...count, rev: count.rev + 2, count: 1_000_000 }
    await stage.world.store.commit([{ collection: emailCounts, put, expectedRev: count.rev + 1 }])
    expect((await stage.assign(3, 'Guest')).body.code).toBe('emails-spent')
    expect((await stage.remove(2, 'Guest')).status).toBe(200)
    expect(await waiting(2)).toEqual([gone])
  })
})

describe('when it is sent', () => {
  test('R102 it has the way to stop such emails, and after that none comes', async () => {
    await stage.assign(1, 'Guest')
    const [email] = await sentTo(1)
    const link = email?.headers?.['List-Unsubscribe'] ?? ''
    expect(email?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const token = /token=([\w.-]+)/.exec(link)?.[1] ?? ''
    await stage.world.ok(noticeApi.stop, { token })
    await stage.remove(1, 'Guest')
    expect(await sentTo(1)).toEqual([])
  })

  test('R102 it is still true: nobody who has declined since is told of the role', async () => {
    await stage.assign(1, 'Guest')
    await stage.answer(1, false)
    expect((await sentTo(1)).map(({ subject }) => subject)).toEqual(['You are not coming to “Summer school”'])
  })

  test('R106, R102 who was there by an assignment alone hears that it is gone, though their answer went with it', async () => {
    const made = await stage.assign(1, 'Guest')
    await deliverAll(stage.world)
    await stage.undo(made)
    expect((await sentTo(1)).map(({ subject }) => subject)).toEqual([gone])
  })

  test('R119c what replaces an email that is being sent waits until that one is through: the newest is read last', async () => {
    const { world } = stage
    let through = () => {}
    const sent: string[] = []
    const send = async ({ to, subject }: OutgoingEmail) => {
      if (to !== someone(1).email) return
      sent.push(subject)
      if (sent.length === 1) await new Promise<void>((end) => (through = end))
    }
    const { stop } = createDelivery({ ...world.services, mailer: { name: 'outbox', keeps: true, send }, log: pino({ level: 'silent' }) })
    const onward = async (seconds: number) => {
      for (let n = 0; n < seconds; n++) {
        world.clock.advance(1_000)
        await new Promise(setImmediate)
      }
    }
    await stage.assign(1, 'Guest')
    await comes(async () => {
      world.clock.advance(1_000)
      expect(sent).toEqual([yours])
    })
    await stage.remove(1, 'Guest')
    await onward(10)
    expect(sent).toEqual([yours])
    through()
    await comes(async () => {
      world.clock.advance(1_000)
      expect(sent).toEqual([yours, gone])
    })
    await stop()
  })

  test('R119d the pace of what nobody asked for outlives a restart: what is due after it waits for its hour', async () => {
    const { world } = stage
    const to = someone(1).email
    const write = async (count: number) => {
      await stage.assign(1, 'Guest')
      const [like] = await world.store.find(emails, { index: 'recipient', where: { to } })
      if (!like) throw new Error('nothing was written')
      const { notice: _, rsvpId: __, says: ___, ...plain } = like
      const copies = Array.from({ length: count }, () => ({ ...plain, _id: world.services.secrets.randomId(), rev: 1 }))
      await world.store.commit(copies.map((put) => ({ collection: emails, put, expectedRev: 0 })))
    }
    const sent: OutgoingEmail[] = []
    const process = () => {
      const mailer = {
        name: 'outbox' as const,
        keeps: true,
        send: async (email: OutgoingEmail) => void (email.to === to && sent.push(email)),
      }
      return createDelivery({ ...world.services, mailer, log: pino({ level: 'silent' }) })
    }
    const delivered = (until: number) =>
      comes(async () => {
        world.clock.advance(1_000)
        expect(sent.length).toBe(until)
      })
    await write(2 * unaskedPerHour)
    const first = process()
    await delivered(unaskedPerHour)
    await first.stop()
    const second = process()
    for (let n = 0; n < 20; n++) {
      world.clock.advance(1_000)
      await new Promise(setImmediate)
    }
    expect(sent).toHaveLength(unaskedPerHour)
    world.clock.advance(hour)
    await delivered(2 * unaskedPerHour)
    await second.stop()
  })
})
