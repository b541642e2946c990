// Long: the real server on a disk that fails, started again after each.
// A disk that doesn't keep what it is given: fsync fails in the real process, by strace, amid a burst of answers; the oracle judges.
import { expect, test } from 'vitest'
import { judge } from '../kit/model/oracle.ts'
import { openBurst } from '../kit/process/burst.ts'
import { mayTrace, withDisk } from '../kit/process/disk-faults.ts'
import { bundled, newFolder, startServer } from '../kit/process/process.ts'
import { fillForBurst, openStore, ownerToken } from '../kit/process/seed.ts'
import { untilSeen } from '../kit/world/pace.ts'

/** Runs a program whose fsyncs fail, from one of them on to another one. */
const failing = (from: number, to?: number) => withDisk(`error=EIO:when=${from}${to ? `..${to}` : '+'}`)
const traceable = mayTrace()
if (!traceable)
  console.log('faults-disk.test.ts: strace is missing or may not trace, so no fsync fails here; the full disk of faults.test.ts stands')

test.skipIf(!traceable)(
  'S7 where fsync fails nothing is acknowledged, reads go on, and once it works again so do answers; killed then, it has all it acknowledged',
  async () => {
    const [folder, entry] = [newFolder(), await bundled('server/app/main.ts')]
    const target = await fillForBurst(folder)
    const server = await startServer(folder, { LOG_LEVEL: 'silent' }, entry, failing(60, 160))
    const burst = openBurst(server.url, target, 'eio', 6)
    const count = (status: number, from = 0) => burst.outcomes.slice(from).filter((one) => one.status === status).length
    await expect.poll(() => count(503), { interval: 5 }).toBeGreaterThan(5)
    const manages = { headers: { authorization: `Bearer ${ownerToken}` } }
    for (const path of [`/api/rsvp/form/${target.groupId}`, `/api/group/${target.groupId}`, '/api/auth/me'])
      expect([path, (await fetch(server.url + path, manages)).status]).toEqual([path, 200])
    await expect
      .poll(() =>
        count(
          200,
          burst.outcomes.findLastIndex(({ status }) => status === 503),
        ),
      )
      .toBeGreaterThan(100)
    server.signal('SIGKILL')
    await burst.stop()
    expect(await server.exit).toBe('SIGKILL')
    for (const { status, headers, text } of burst.outcomes.filter((one) => ![200, 409, 0].includes(one.status))) {
      expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)])
      expect(JSON.parse(text).code).toBe('store-unavailable')
    }
    expect((await judge(await openStore(folder), target, burst.outcomes)).found).toEqual([])
    console.log(`fsync failed: ${count(503)} times 503 among ${count(200)} answers, all of which are there`)
  },
)

test.skipIf(!traceable)(
  'S7 where fsync fails for good nothing is taken any more, and what was acknowledged before is there after a restart',
  async () => {
    const [folder, entry] = [newFolder(), await bundled('server/app/main.ts')]
    const target = await fillForBurst(folder)
    const server = await startServer(folder, { LOG_LEVEL: 'silent' }, entry, failing(60))
    const burst = openBurst(server.url, target, 'gone', 6)
    await expect.poll(() => burst.outcomes.filter(({ status }) => status === 503).length).toBeGreaterThan(200)
    await burst.stop()
    const first = burst.outcomes.findIndex(({ status }) => status === 503)
    // A refusal writes nothing: who hears that a role is full hears the truth.
    expect(burst.outcomes.slice(first + 12).filter(({ status }) => status !== 503 && status !== 409)).toEqual([])
    server.signal('SIGTERM')
    expect([0, 1]).toContain(await server.exit)
    const again = await startServer(folder, {}, entry)
    again.signal('SIGTERM')
    expect(await again.exit).toBe(0)
    expect((await judge(await openStore(folder), target, burst.outcomes)).found).toEqual([])
  },
)

test.skipIf(!traceable)(
  'S7 control: a server that does not wait for its disk is seen to lose what it acknowledged',
  untilSeen,
  async () => {
    const folder = newFolder()
    const target = await fillForBurst(folder)
    const entry = await bundled('tests/kit/process/write-behind-child.ts')
    const server = await startServer(folder, {}, entry, failing(8, 9))
    const burst = openBurst(server.url, target, 'early', 6)
    await Promise.race([burst.acknowledged(2_000), server.exit])
    server.signal('SIGKILL')
    await burst.stop()
    await server.exit
    expect(
      (await judge(await openStore(folder), target, burst.outcomes)).found.filter((one) => /acknowledged as \d+, kept as 0$/.test(one))
        .length,
    ).toBeGreaterThan(0)
  },
)
