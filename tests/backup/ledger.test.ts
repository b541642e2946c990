// The ledger beside the store: signed line by line, there again after whatever happened to a copy, and true of acts alone.
import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { operatorApi } from '#protocol/app/operator.ts'
import { accountApi } from '#protocol/people/account.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { createLedgerCopies, linesIn } from '#server/record/ledger/copies.ts'
import { appendLedger, ledgerIn, readLedger } from '#server/record/ledger/file.ts'
import { type LedgerLine, ledger } from '#server/record/ledger/model.ts'
import { newFolder } from '../kit/process/process.ts'
import { comes } from '../kit/world/pace.ts'
import { withoutTokens } from '../kit/world/tokens.ts'
import { openWorld, tokenSecret, type World } from '../kit/world/world.ts'

const log = pino({ level: 'silent' })
const line = (subject: string, at = '2026-12-01T09:00:00.000Z'): LedgerLine => ({
  _id: `stop:${subject}`,
  rev: 1,
  kind: 'stop',
  subject,
  at,
  to: 'group',
})
const subjectsIn = async (path: string, secrets: readonly string[] | 'unsigned' = [tokenSecret]) =>
  (await readLedger(path, secrets)).lines.map(({ subject }) => subject)

test('R156a a line counts by its signature alone: a changed, a cut and a made-up one are left out, and the others stay', async () => {
  const path = ledgerIn(newFolder())
  expect(await readLedger(path, [tokenSecret])).toEqual({ lines: [], refused: 0 })
  await appendLedger(path, tokenSecret, [line('one'), line('two')])
  expect(statSync(path).mode & 0o777).toBe(0o600)
  writeFileSync(path, readFileSync(path, 'utf8').replace('"two"', '"too"'))
  appendFileSync(path, `\nmade-up ${JSON.stringify(line('three'))}\nabc {"_id"`)
  await appendLedger(path, 'the secret before this one, long enough', [line('four')])
  expect(await readLedger(path, [tokenSecret])).toEqual({ lines: [line('one')], refused: 4 })
  expect(await subjectsIn(path, [tokenSecret, 'the secret before this one, long enough'])).toEqual(['one', 'four'])
  expect(await subjectsIn(path, 'unsigned')).toEqual(['one', 'too', 'three', 'four'])
})

/** A world whose acts are copied to these folders. */
async function copied(world: World, ...folders: string[]) {
  const { store, clock } = world
  const copies = createLedgerCopies({ store, clock, log }, { paths: folders.map(ledgerIn), secrets: [tokenSecret] })
  await store.follow(copies.collections, copies)
  copies.missed()
  const operator = await world.person('operator')
  const suspend = async (name: string) => {
    const { userId } = await world.person(name)
    await world.ok(operatorApi.suspend, { id: userId, isSuspended: true }, operator)
    return userId
  }
  return {
    suspend,
    is: (folder: string, subjects: string[]) => comes(async () => expect(await subjectsIn(ledgerIn(folder))).toEqual(subjects)),
  }
}

test('R156a each act is copied as it happens, to the data and to the backups; by ids, and nothing else of anybody', async () => {
  const world = await openWorld()
  const [data, backups] = [newFolder(), join(newFolder(), 'made')]
  const { suspend, is } = await copied(world, data, backups)
  const eve = await suspend('eve')
  await Promise.all([is(data, [eve]), is(backups, [eve])])
  expect(withoutTokens(readFileSync(ledgerIn(data), 'utf8'))).not.toMatch(/@|eve/)
})

test('R156 a copy that is lost, or can’t be written for a while, is whole again: at the next start, and by itself', async () => {
  const world = await openWorld()
  const [data, backups] = [newFolder(), newFolder()]
  const first = await copied(world, data)
  const eve = await first.suspend('eve')
  await first.is(data, [eve])
  rmSync(ledgerIn(data))
  mkdirSync(ledgerIn(backups)) // no file can be written there
  const { missed } = createLedgerCopies({ ...world, log }, { paths: [data, backups].map(ledgerIn), secrets: [tokenSecret] })
  missed()
  await first.is(data, [eve])
  rmSync(ledgerIn(backups), { recursive: true })
  await comes(async () => {
    world.clock.advance(5_000)
    expect(await subjectsIn(ledgerIn(backups))).toEqual([eve])
  })
})

test('R156 a copy is never made shorter: a start over an empty store leaves what it says', async () => {
  const [world, data] = [await openWorld(), newFolder()]
  await appendLedger(ledgerIn(data), tokenSecret, [line('kept')])
  const { suspend, is } = await copied(world, data)
  const eve = await suspend('eve')
  await is(data, ['kept', eve])
})

test('R156 what ends by itself is not in it: who changes a name, answers, or is anonymized in time', async () => {
  const world = await openWorld()
  const ada = await world.person('ada')
  const { groupId } = await world.event(ada)
  const [guest, other] = [world.proven('guest@guests.test', groupId), world.proven('other@guests.test', groupId)]
  for (const one of [guest, other]) await world.answer(groupId, one, ['Guest'])
  await world.ok(accountApi.updateName, { name: 'Ada' }, ada)
  await world.ok(guestApi.erase, { groupId }, guest)
  world.clock.advance(200 * 86_400_000)
  await world.runJobs()
  expect((await linesIn(world.store)).map(({ kind }) => kind)).toEqual(['erased'])
  expect(ledger.name).toBe('ledger')
})
