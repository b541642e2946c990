// Backups that are made by themselves: when they are due, by one process, read back, so many of them kept, and told by the figures.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openBackup } from '#server/app/backup/read.ts'
import { currentFigures } from '#server/app/operations/figures.ts'
import { type BackupPlan, backUpIfDue } from '#server/app/store/backups.ts'
import { freePort } from '../kit/process/free-port.ts'
import { installed } from '../kit/process/installed.ts'
import { newFolder } from '../kit/process/process.ts'
import { fill, tokenSecret } from '../kit/process/seed.ts'
import { withoutRevisions } from '../kit/rights/unguarded.ts'
import { day, hour } from '../kit/world/clock.ts'
import { openWorld } from '../kit/world/world.ts'

const log = pino({ level: 'silent' })
const planIn = (folder: string): BackupPlan => ({ folder, everyMs: day, keep: 3 })
const makes = async (path: string) => writeFileSync(path, 'a backup')

async function opened() {
  const world = await openWorld()
  const { services } = world
  const folder = join(newFolder(), 'backups')
  return { world, folder, look: (make = makes) => backUpIfDue({ ...services, log }, planIn(folder), make) }
}

test('R112 the first is made at once, the next when it is due, and only the newest stay', async () => {
  const { world, folder, look } = await opened()
  expect([await look(), await look()]).toEqual([true, false])
  expect(readdirSync(folder)).toHaveLength(1)
  const [first = ''] = readdirSync(folder)
  writeFileSync(join(folder, `${first}.77.part`), 'what a crash left')
  writeFileSync(join(folder, 'somebody-elses.gz'), 'not ours')
  for (let nth = 0; nth < 4; nth++) {
    world.clock.advance(day - hour)
    expect(await look()).toBe(false)
    world.clock.advance(hour)
    expect(await look()).toBe(true)
  }
  const names = readdirSync(folder)
  expect(names.filter((name) => name.endsWith('.backup.gz'))).toHaveLength(3)
  expect([names.includes(first), names.some((name) => name.endsWith('.part')), names.includes('somebody-elses.gz')]).toEqual([
    false,
    false,
    true,
  ])
})

test('R112 what fails is said, tried again within the hour, and takes nothing away; the figures tell age and failure', async () => {
  const { world, folder, look } = await opened()
  await look()
  world.clock.advance(day)
  expect(await look(async () => Promise.reject(new Error('the disk is full')))).toBe(false)
  expect(readdirSync(folder)).toHaveLength(1)
  expect((await currentFigures(world.services)).backup).toEqual({ ageSeconds: day / 1_000, hasFailed: true })
  expect(await look()).toBe(false)
  world.clock.advance(hour)
  expect(await look()).toBe(true)
  expect((await currentFigures(world.services)).backup).toEqual({ ageSeconds: 0, hasFailed: false })
})

/** Ten processes look at once. */
async function lookAtOnce(wrap?: Parameters<typeof openWorld>[0]) {
  const world = await openWorld(wrap)
  let made = 0
  const make = async (path: string) => {
    made++
    await makes(path)
  }
  const plan = planIn(join(newFolder(), 'backups'))
  await Promise.all(Array.from({ length: 10 }, () => backUpIfDue({ ...world.services, log }, plan, make)))
  return made
}
test('R112 of ten processes one makes it; what died amidst is made up for by another', async () => {
  expect(await lookAtOnce()).toBe(1)
  const { world, look } = await opened()
  let isMaking = false
  void look(() => new Promise(() => (isMaking = true))) // never ends: its process is gone
  await expect.poll(() => isMaking).toBe(true)
  expect(await look()).toBe(false)
  world.clock.advance(2 * hour)
  expect(await look()).toBe(true)
})
test('R112 control: where revisions are ignored all of them do', async () => {
  expect(await lookAtOnce({ wrap: withoutRevisions })).toBeGreaterThan(1)
})

test('R112 a server with BACKUP_DIR makes one by a process of its own, which can be restored', async () => {
  const [data, folder] = [newFolder(), join(newFolder(), 'backups')]
  await fill(data, { groups: 1, seats: 5, rsvps: 3 })
  const { server: entry } = await installed()
  const env = {
    PATH: process.env.PATH ?? '',
    PORT: String(await freePort()),
    DATA_DIR: data,
    BACKUP_DIR: folder,
    TOKEN_SECRET: tokenSecret,
  }
  const server = spawn(process.execPath, [entry], { env, stdio: 'ignore' })
  const ended = new Promise((over) => server.once('close', over))
  const made = () => (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith('.gz'))
  await expect.poll(made).toHaveLength(1)
  server.kill('SIGTERM')
  await ended
  const backup = await openBackup(join(folder, made()[0] ?? ''), { secret: tokenSecret })
  let records = 0
  for await (const _ of backup.entries()) records++
  await backup.close()
  expect(records).toBeGreaterThan(3)
})
