// Long: real servers, each killed.
// A server that is killed while its store is looked through and copied for a backup, under fifty who answer: nothing acknowledged is lost, and whatever
// backup was finished is whole. KILLS=100 kills it a hundred times.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openBackup } from '#server/app/backup/read.ts'
import { momentBytes } from '#server/kernel/store/sqlite/damage.ts'
import { chance } from '../kit/model/chance.ts'
import { judge } from '../kit/model/oracle.ts'
import { type Outcome, openBurst } from '../kit/process/burst.ts'
import { enlarge } from '../kit/process/harm.ts'
import { installed } from '../kit/process/installed.ts'
import { newFolder, startServer } from '../kit/process/process.ts'
import { fillForBurst, openStore, storeFile, tokenSecret } from '../kit/process/seed.ts'

const kills = Number(process.env.KILLS ?? 4)
const writers = 50
const longestMs = 1_500
const { seed, between } = chance()
console.log(`kills-looking.test.ts: SEED=${seed}`)

/** Makes a backup at `file` beside the server; resolves when it has ended, one way or the other. */
function backUp(entry: string, folder: string, file: string) {
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: folder, TOKEN_SECRET: tokenSecret }
  const child = spawn(process.execPath, [entry, 'backup', file], { env, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return new Promise((ended) => child.once('close', ended))
}

async function recordsIn(file: string): Promise<number> {
  const backup = await openBackup(file, { secret: tokenSecret })
  let count = 0
  for await (const _ of backup.entries()) count++
  await backup.close()
  return count
}

test(
  'ST17 R113a R113b a kill amid the check of a large store, or amid a backup, loses nothing of fifty writers',
  async () => {
    const [folder, out] = [newFolder(), newFolder()]
    const group = await fillForBurst(folder)
    enlarge(storeFile(folder), momentBytes)
    const { server: entry, commands } = await installed()
    const outcomes: Outcome[] = []
    const files: string[] = []
    for (let nth = 0; nth < kills; nth++) {
      const server = await startServer(folder, {}, entry)
      const burst = openBurst(server.url, group, `kill${nth}`, writers)
      const file = join(out, `${nth}.gz`)
      const ended = nth % 2 === 0 ? undefined : backUp(commands, folder, file)
      await burst.acknowledged(1)
      await wait(between(0, longestMs))
      server.signal('SIGKILL')
      await Promise.all([server.exit, burst.stop(), ended])
      outcomes.push(...burst.outcomes)
      if (existsSync(file)) files.push(file)
    }
    const store = await openStore(folder) // which checks it
    const { found } = await judge(store, group, outcomes)
    await store.close()
    expect(found, `SEED=${seed}`).toEqual([])
    expect(outcomes.filter(({ status }) => status === 200).length).toBeGreaterThan(kills)
    for (const file of files) expect(await recordsIn(file)).toBeGreaterThan(1)
  },
  60_000 + kills * 30_000,
)
