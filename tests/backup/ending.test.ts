// A restore from before something was revoked, reset or erased: it is so again afterwards, by the ledger, on a store that no server could start on meanwhile.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operatorApi } from '#protocol/app/operator.ts'
import { noticeApi } from '#protocol/mail/notice.ts'
import { accessApi } from '#protocol/people/access.ts'
import { accountApi } from '#protocol/people/account.ts'
import { orgApi } from '#protocol/people/org.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { removalApi } from '#protocol/seats/removal.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { restoreFrom } from '#server/app/backup/commands.ts'
import { writeBackup } from '#server/app/backup/file.ts'
import { entriesOf, isHalfFilled } from '#server/app/backup/records.ts'
import { openRestoring, tellEnded } from '#server/app/backup/restoring.ts'
import { installations } from '#server/app/store/collections.ts'
import { readConfig } from '#server/kernel/config.ts'
import { emails } from '#server/kernel/emails/outbox.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import type { Store, Stored } from '#server/kernel/store/store.ts'
import { users } from '#server/people/model/account.ts'
import { members } from '#server/people/model/org.ts'
import { teammates } from '#server/people/model/team.ts'
import { linesIn } from '#server/record/ledger/copies.ts'
import { type LedgerKind, ledgerKinds } from '#server/record/ledger/model.ts'
import { addressKey, addressMarks, stops } from '#server/seats/model/notice.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { newFolder } from '../kit/process/process.ts'
import { day } from '../kit/world/clock.ts'
import { signedEvents } from '../kit/world/email-events.ts'
import { bound, memory, target } from '../kit/world/every-collection.ts'
import { openChoir } from '../kit/world/organization.ts'
import { idKey, openWorld, tokenSecret } from '../kit/world/world.ts'

async function openCast() {
  const world = await openWorld()
  await world.store.commit([{ collection: installations, put: { _id: 'this', rev: 1, idKey } as Stored, expectedRev: 0 }])
  const choir = await openChoir(world, { amy: 'admin', gus: 'member', pia: 'member' })
  const made = await choir.event()
  const grant = await choir.grant(made, choir.pia)
  const [ada, eve] = [await world.person('ada', 'pro'), await world.person('eve')]
  const { groupId } = await world.event(ada, [{ name: 'Guest', max: 1 }], { waitlist: true })
  const guest = await world.prove('guest@guests.test', groupId)
  const answered = await world.answer(groupId, guest, ['Guest'], { name: 'Gundula' })
  const dora = await world.person('dora')
  const door = await world.event(dora)
  const early = await world.prove('early@guests.test', door.groupId)
  await world.answer(door.groupId, early, ['Guest'])
  const memberIds = { amy: await choir.memberId(choir.amy), gus: await choir.memberId(choir.gus) }
  const operator = await world.person('operator')
  return {
    world,
    choir,
    made,
    grantId: grant._id,
    ada,
    eve,
    groupId,
    guest,
    dora,
    door,
    early,
    rsvpId: answered.body.rsvp._id as string,
    memberIds,
    operator,
  }
}
type Cast = Awaited<ReturnType<typeof openCast>>

interface Kind {
  readonly act: (cast: Cast) => Promise<unknown>
  /** Whether it is so in what was restored. */
  readonly isSo: (cast: Cast, store: Store) => Promise<boolean>
}
/** One of each kind that the ledger knows: what is done after the backup, and how it shows. */
const kinds: Readonly<Record<LedgerKind, Kind>> = {
  password: {
    async act({ world, ada }) {
      await world.ok(accessApi.requestPasswordReset, { email: ada.email })
      await world.ok(accessApi.resetPassword, { token: await world.tokenMailed(ada.email), newPassword: 'brand new one' })
    },
    async isSo({ world, ada }, store) {
      const back = await openWorld({ store, clock: world.clock })
      return (await back.call(accessApi.logIn, { email: ada.email, password: 'password of ada' })).status !== 200
    },
  },
  suspension: {
    act: ({ world, eve, operator }) => world.ok(operatorApi.suspend, { id: eve.userId, isSuspended: true }, operator),
    isSo: async ({ eve }, store) => (await store.get(users, eve.userId))?.suspendedAt !== undefined,
  },
  digest: {
    act: ({ world, choir: { pia } }) => world.ok(accountApi.updateNews, { news: 'off' }, pia),
    isSo: async ({ choir: { pia } }, store) => (await store.get(users, pia.userId))?.news === 'off',
  },
  erased: {
    act: ({ world, groupId, guest }) => world.ok(guestApi.erase, { groupId }, guest),
    async isSo({ world, rsvpId, groupId }, store) {
      const back = await openWorld({ store, clock: world.clock })
      const [rsvp, form] = [await store.get(rsvps, rsvpId), await back.ok(rsvpApi.form, { groupId })]
      const all = JSON.stringify(await Promise.all([emails, rsvps].map((one) => store.find(one as never, { index: '_id', limit: 1_000 }))))
      return rsvp?.email === '' && form.roleCoverage[0]?.count === 0 && !/gundula|guest@guests/i.test(all)
    },
  },
  block: {
    async act({ world, dora, door: { groupId }, early }) {
      const late = await world.prove('late@guests.test', groupId)
      await world.answer(groupId, late, ['Guest'])
      const answers = await world.store.find(rsvps, { index: 'group', where: { groupId } })
      expect(answers.map(({ email }) => email).sort()).toEqual([early.email, late.email])
      for (const { _id } of answers) await world.ok(removalApi.remove, { id: groupId, rsvpId: _id, block: true }, dora)
    },
    async isSo({ world, door: { groupId }, early }, store) {
      const back = await openWorld({ store, clock: world.clock })
      const told = await store.find(emails, { index: 'recipient', where: { to: early.email } })
      const refused: unknown[] = []
      for (const email of [early.email, 'late@guests.test'])
        refused.push((await back.answer(groupId, back.proven(email, groupId), ['Guest'])).body.code)
      const { roleCoverage } = await back.ok(rsvpApi.form, { groupId })
      return refused.every((code) => code === 'answer-blocked') && roleCoverage[1]?.count === 0 && told.length === 0
    },
  },
  stop: {
    async act({ world, rsvpId, groupId }) {
      const token = await world.services.signedTokens.sign('unsubscribe', { sub: rsvpId, group: groupId }, world.clock.now() + day)
      await world.ok(noticeApi.stop, { token })
    },
    isSo: async ({ rsvpId }, store) => (await store.get(stops, rsvpId)) !== undefined,
  },
  complaint: {
    act: async ({ world }) => {
      const now = world.clock.now()
      const events = [{ email: 'cross@guests.test', event: 'spamreport', timestamp: now / 1_000 }]
      expect((await world.app.request('/api/email/events', signedEvents(events, now))).status).toBe(200)
    },
    isSo: async ({ world }, store) =>
      (await store.get(addressMarks, addressKey(world.services.secrets, 'cross@guests.test')))?.fault === 'complained',
  },
  membership: {
    act: ({ choir }) => choir.remove(choir.gus),
    isSo: async ({ memberIds }, store) => (await store.get(members, memberIds.gus)) === undefined,
  },
  role: {
    act: ({ world, choir, memberIds }) => world.ok(orgApi.setRole, { id: memberIds.amy, role: 'member', orgId: choir.orgId }, choir.owner),
    isSo: async ({ memberIds }, store) => (await store.get(members, memberIds.amy))?.role === 'member',
  },
  grant: {
    act: ({ world, choir, made, grantId }) => world.ok(assignApi.revoke, { id: made.eventId, groupId: made.groupId, grantId }, choir.owner),
    isSo: async (_, store) => (await store.find(teammates, { index: '_id' })).length === 0,
  },
}

/** The store as it comes back from a backup made now, after `since` was done; `lines` off: without a ledger. */
async function restored(cast: Cast, since: () => Promise<unknown>, hasLedger = true) {
  const { store } = cast.world
  const file = join(newFolder(), 'backup.gz')
  await writeBackup(file, entriesOf(store), { engine: 'sqlite', storeVersion, createdAt: 'now' })
  cast.world.clock.advance(1_000)
  await since()
  const lines = hasLedger ? await linesIn(store) : []
  const back = await memory()
  const found = { lines, paths: lines.length > 0 ? ['/data/ledger'] : [], refused: 0 }
  const restoring = openRestoring(readConfig({ TOKEN_SECRET: tokenSecret }), found)
  await restoreFrom(file, 'unsigned', async () => target({ ...bound(back), close: async () => {} }), restoring)
  return { store: back, file, said: tellEnded(restoring, found).join('\n') }
}

const soIn = async (cast: Cast, store: Store) => {
  const so: LedgerKind[] = []
  for (const kind of ledgerKinds) if (await kinds[kind].isSo(cast, store)) so.push(kind)
  return so
}

test('R156 what was revoked, reset and erased since the backup is so again after the restore: one of each kind', async () => {
  const cast = await openCast()
  const { store, said } = await restored(cast, async () => {
    for (const kind of ledgerKinds) await kinds[kind].act(cast)
  })
  expect(await soIn(cast, store)).toEqual([...ledgerKinds])
  expect([...new Set((await linesIn(store)).map(({ kind }) => kind))].sort()).toEqual([...ledgerKinds].sort())
  expect(said).toContain('Done again, as the ledger says (/data/ledger):')
  expect(said).toContain('guests erased (1)')
})

test('R156 control: without the ledger none of it is so, and the restore says that it must be done by hand', async () => {
  const cast = await openCast()
  const since = async () => {
    for (const kind of ledgerKinds) await kinds[kind].act(cast)
  }
  const { store, said } = await restored(cast, since, false)
  expect(await soIn(cast, store)).toEqual([])
  expect(said).toContain('No ledger was found, so what was revoked, reset or erased since the backup is as it was then')
})

test('R156 what was there before the backup is left as it is: nothing is done twice', async () => {
  const cast = await openCast()
  for (const kind of ledgerKinds) await kinds[kind].act(cast)
  const { said } = await restored(cast, async () => {})
  expect(said).toContain('nothing, as all of it was so already')
})

test('R156 a restore that breaks off before all of it is done again leaves a store that no server starts on', async () => {
  const cast = await openCast()
  const file = join(newFolder(), 'backup.gz')
  await writeBackup(file, entriesOf(cast.world.store), { engine: 'sqlite', storeVersion, createdAt: 'now' })
  await kinds.password.act(cast)
  const [lines, back] = [await linesIn(cast.world.store), await memory()]
  const broken = {
    ...bound(back),
    close: async () => {},
    commit: (writes: Parameters<Store['commit']>[0]) =>
      writes.some(({ collection }) => collection.name === 'ledger') ? Promise.reject(new Error('the disk is full')) : back.commit(writes),
  }
  const restoring = openRestoring(readConfig({ TOKEN_SECRET: tokenSecret }), { lines, paths: [], refused: 0 })
  await expect(restoreFrom(file, 'unsigned', async () => target(broken), restoring)).rejects.toThrow('the disk is full')
  expect(await isHalfFilled(back)).toBe(true)
})
