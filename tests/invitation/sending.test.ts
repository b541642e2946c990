// The emails of invitations on their way: progress for everyone who watches, and none to whom it is no longer true of.
import { describe, expect, test } from 'vitest'
import { groupRoom } from '#protocol/live.ts'
import { orgApi } from '#protocol/people/org.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { invitationApi } from '#protocol/seats/invitation.ts'
import type { Mailer, OutgoingEmail } from '#server/kernel/ports/mailer.ts'
import { groups } from '#server/seats/model/group.ts'
import { sendingId, sendings } from '#server/seats/model/invitation.ts'
import { mailRound } from '../kit/world/notices.ts'
import { comes } from '../kit/world/pace.ts'
import type { World } from '../kit/world/world.ts'
import { openStage, people, statuses } from './stage.ts'

const [bo, cy] = ['bo@guests.test', 'cy@guests.test']

/** Delivers into a list; `refuses` says which addresses the mail server never takes. */
function deliver(world: World, refuses: (to: string) => boolean = () => false, refusal = new Error('no')) {
  const sent: OutgoingEmail[] = []
  const send = async (email: OutgoingEmail) => {
    if (refuses(email.to)) throw refusal
    sent.push(email)
  }
  const mailer: Mailer = { name: 'smtp', keeps: false, send }
  const invited = () => sent.filter(({ subject }) => subject.includes('please answer')).map(({ to }) => to)
  /** Lets time pass in steps, with a round of the mail in each. */
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 250) {
      world.clock.advance(250)
      await mailRound(world, mailer)
    }
  }
  return { invited, pass }
}

describe('progress', () => {
  test('R97f everyone who manages the group sees live how many are done, to the last one', async () => {
    const { world, ada, id, send } = await openStage()
    const { socket } = await world.socket(ada)
    const views: { total: number; sent: number }[] = []
    socket.on('invitations', (view: { total: number; sent: number }) => views.push(view))
    await new Promise((joined) => socket.emit('watch', groupRoom(id), joined))
    await send({ people: people(...Array.from({ length: 90 }, (_, n) => `g${n}@guests.test`)) })
    const { invited, pass } = deliver(world)
    await comes(async () => {
      await pass(250)
      expect(views.at(-1)).toMatchObject({ total: 90, sent: 90 })
    })
    expect(new Set(invited()).size).toBe(90)
    expect(views[0]).toMatchObject({ total: 90, sent: 0 })
    const counts = views.map(({ sent }) => sent)
    expect(counts).toEqual([...counts].sort((a, b) => a - b))
    expect((await world.ok(invitationApi.read, { id }, ada)).progress).toMatchObject({ total: 90, sent: 90 })
  })

  test('R97 a count that a crash cut short is right once nothing waits', async () => {
    const { world, ada, id, send } = await openStage()
    await send({ people: people(bo, cy) })
    const key = sendingId(world.services.secrets, id)
    const dying = deliver(world)
    await comes(async () => {
      await dying.pass(250)
      expect((await world.store.get(sendings, key))?.openSince).toBeUndefined()
    })
    const done = await world.store.get(sendings, key)
    if (!done) throw new Error('no progress')
    const short = { ...done, rev: done.rev + 1, done: 1, sent: 1, openSince: new Date(0).toISOString() }
    await world.store.commit([{ collection: sendings, put: short, expectedRev: done.rev }])
    const { pass } = deliver(world)
    await comes(async () => {
      await pass(5_000)
      expect((await world.ok(invitationApi.read, { id }, ada)).progress).toMatchObject({ total: 2, done: 2, sent: 2 })
    })
  })

  test('R97 refused emails and addresses that don’t work count as failed, not as sent: while emails leave, and after a crash', async () => {
    const { world, ada, id, send } = await openStage()
    const { socket } = await world.socket(ada)
    const views: { done: number; sent: number }[] = []
    socket.on('invitations', (view: { done: number; sent: number }) => views.push(view))
    await new Promise((joined) => socket.emit('watch', groupRoom(id), joined))
    await send({ people: people(bo, cy, 'dee@guests.test') })
    const refused = Object.assign(new Error('no such mailbox'), { name: 'AddressRefused' })
    const { pass } = deliver(world, (to) => to === bo, refused)
    const progress = async () => (await world.ok(invitationApi.read, { id }, ada)).progress
    await comes(async () => {
      await pass(250)
      expect(await progress()).toMatchObject({ total: 3, done: 3, sent: 2, failed: 1 })
    })
    expect(views.filter(({ sent }) => sent > 2)).toEqual([])
    const key = sendingId(world.services.secrets, id)
    const now = await world.store.get(sendings, key)
    if (!now) throw new Error('no progress')
    const lost = { ...now, rev: now.rev + 1, done: 0, sent: 0, failed: 0, openSince: new Date(0).toISOString() }
    await world.store.commit([{ collection: sendings, put: lost, expectedRev: now.rev }])
    const again = deliver(world)
    await comes(async () => {
      await again.pass(5_000)
      expect(await progress()).toMatchObject({ total: 3, done: 3, sent: 2, failed: 1 })
    })
  })
})

describe('nobody is written to', () => {
  const delivered = async (stage: Awaited<ReturnType<typeof openStage>>) => {
    const { invited, pass } = deliver(stage.world)
    await comes(async () => {
      await pass(250)
      expect((await stage.world.ok(invitationApi.read, { id: stage.id }, stage.ada)).progress?.done).toBe(2)
    })
    return invited()
  }
  const begin = async () => {
    const stage = await openStage()
    await stage.send({ people: people(bo, cy) })
    return stage
  }
  test('R97 control: everyone invited is', async () => {
    expect((await delivered(await begin())).sort()).toEqual([bo, cy])
  })
  test('R97h whose invitation was taken back', async () => {
    const stage = await begin()
    await stage.world.ok(invitationApi.takeBack, { id: stage.id, rsvpId: (await stage.rowOf(bo))?._id ?? '' }, stage.ada)
    expect(await delivered(stage)).toEqual([cy])
  })
  test('R97 twice, where they were invited again before the first email went', async () => {
    const stage = await begin()
    await stage.world.ok(invitationApi.takeBack, { id: stage.id, rsvpId: (await stage.rowOf(bo))?._id ?? '' }, stage.ada)
    stage.world.clock.advance(1_000)
    expect(statuses((await stage.send({ people: people(bo) })).rows)).toEqual(['Invited'])
    const { invited, pass } = deliver(stage.world)
    await comes(async () => {
      await pass(250)
      expect((await stage.world.ok(invitationApi.read, { id: stage.id }, stage.ada)).progress).toMatchObject({ total: 3, done: 3, sent: 2 })
    })
    expect(invited().sort()).toEqual([bo, cy])
  })
  test('R97 who has answered in the meantime, yes or no', async () => {
    const stage = await begin()
    await stage.world.answer(stage.id, stage.world.proven(bo, stage.id), [], { attending: false })
    expect(await delivered(stage)).toEqual([cy])
  })
  test('R97, R96 who erased their data', async () => {
    const stage = await begin()
    await stage.world.ok(guestApi.erase, { groupId: stage.id }, stage.world.proven(bo, stage.id))
    expect(await delivered(stage)).toEqual([cy])
  })
  test('R97 of an event that was canceled, or is over', async () => {
    const [cancelled, over] = [await begin(), await begin()]
    await cancelled.world.ok(eventApi.remove, { id: cancelled.eventId }, cancelled.ada)
    over.world.clock.advance(8 * 86_400_000)
    for (const { world } of [cancelled, over]) {
      const { invited, pass } = deliver(world)
      await pass(3_000)
      expect(invited()).toEqual([])
    }
  })
  test('R97d, R38 who was removed from the organization whose members alone may answer', async () => {
    const stage = await openStage('team')
    const { world, ada } = stage
    const { orgId } = await world.ok(orgApi.create, { organization: { name: 'Stage' }, owner: { email: ada.email } }, ada)
    await world.ok(orgApi.addBulk, { members: [bo, cy].map((email) => ({ name: 'One', email })), orgId }, ada)
    const made = await world.event(ada, undefined, { limitToMembers: true }, { ownerOrgId: orgId })
    await world.ok(invitationApi.send, { id: made.groupId, people: people(bo, cy) }, ada)
    const { members } = await world.ok(orgApi.members, { id: orgId }, ada)
    const gone = members.find(({ user }) => user.email === bo)?.memberId ?? ''
    await world.ok(orgApi.removeMembers, { orgId, memberIds: [gone] }, ada)
    const { invited, pass } = deliver(world)
    await pass(3_000)
    expect(invited()).toEqual([cy])
    expect(await world.store.get(groups, made.groupId)).toMatchObject({ invitations: { invited: 2 } })
  })
})
