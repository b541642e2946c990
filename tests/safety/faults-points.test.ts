// Long: the real server is started and killed at every named point of every command.
// The real server killed at named points of every command: before its commit, amid it, and after it but before the reply. Then nothing of the
// command is there, or all of it; sent again it is done, and once.
import { expect, test } from 'vitest'
import { collections } from '#server/app/store/collections.ts'
import type { Collection, Stored } from '#server/kernel/store/store.ts'
import { chance } from '../kit/model/chance.ts'
import { type Call, type Command, email, type Made } from '../kit/process/command.ts'
import { commands } from '../kit/process/commands.ts'
import { arm, commitsOf, disarm, moments, type Noted, type Point } from '../kit/process/points.ts'
import { bundled, newFolder, startServer } from '../kit/process/process.ts'
import { fill, openStore } from '../kit/process/seed.ts'
import { untilSeen } from '../kit/world/pace.ts'

const isSoak = process.env.SOAK !== undefined
const rounds = isSoak ? 6 : 1
const { seed, between } = chance()

/** Sends a command and gives its answer; status 0 where the server is gone. */
async function answerTo({ url }: Made, { method, path, body, headers }: Call, key: string) {
  const type = { 'content-type': 'application/json', ...headers, 'idempotency-key': key }
  const init = {
    method,
    headers: type,
    redirect: 'manual' as const,
    ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }
  try {
    const response = await fetch(url + path, init)
    const text = await response.text()
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text }
  } catch {
    return { status: 0, body: '' }
  }
}

/** What of the writes doesn't stand in the store as it should: all of them, or none. */
async function faultsIn(folder: string, writes: readonly Noted[], done: boolean): Promise<string[]> {
  const store = await openStore(folder)
  const faults: string[] = []
  for (const { collection: name, id, expectedRev, put } of writes) {
    const collection = collections.find((one) => one.name === name) as Collection<Stored>
    const kept = await store.get(collection, id)
    if (done && JSON.stringify(kept ?? null) !== JSON.stringify(put)) faults.push(`${name} ${id} is not as it was written`)
    // One that was there before may be on its way meanwhile.
    const isOnItsWay = name === 'emails' && expectedRev > 0
    if (!done && !isOnItsWay && (kept?.rev ?? 0) !== expectedRev) faults.push(`${name} ${id} stands at ${kept?.rev}, not at ${expectedRev}`)
  }
  await store.close()
  return faults
}

/** A message of the sandbox that was taken, or put off: its loop delivers at any time. */
const isDelivery = (writes: readonly Noted[]) => writes.length === 1 && writes[0]?.collection === 'sandbox'
const countOn = (all: readonly Noted[][], collection: string) =>
  all.filter((writes) => !isDelivery(writes) && writes.some((write) => write.collection === collection)).length
const isGood = (status: number) => status === 200 || status === 303

/** What is wrong with the second sending of a command, by where the first one died. */
function faultsOf({ again, on, isTryCounted }: Command, when: Point['when'], status: number, written: number): string[] {
  if (when !== 'after') return isGood(status) && written > 0 ? [] : [`undone, then ${status} with ${written} commits on ${on}`]
  if (typeof again === 'number')
    return status === again && written === (isTryCounted ? 1 : 0) ? [] : [`done, then ${status} with ${written} commits on ${on}`]
  if (!isGood(status)) return [`done, then ${status}`]
  return (again === 'nothing') === (written === 0) ? [] : [`done, then ${written} more commits on ${on}`]
}

interface Round {
  readonly list?: readonly Command[]
  readonly momentOf: (nth: number) => Point['when']
  readonly env?: Record<string, string>
  /** Whether sending again carries the same Idempotency-Key. */
  readonly isKeyed?: boolean
}
/** Kills one server per command, and gives what is wrong then. */
async function round({ list = commands, momentOf, env: more = {}, isKeyed = true }: Round) {
  // A signed link is for one installation: it goes on under the same address, whatever the port.
  const env = { PUBLIC_URL: 'http://localhost:3000', ADMIN_EMAILS: email, ...more }
  const [folder, entry] = [newFolder(), await bundled('tests/kit/process/self-killing-child.ts')]
  await fill(folder, { groups: 1, seats: 10 })
  let server = await startServer(folder, env, entry)
  const ids: Record<string, string> = {}
  const faults: string[] = []
  for (const [nth, command] of list.entries()) {
    const when = momentOf(nth)
    const fault = (what: string) => `${command.name}, killed ${when}: ${what}`
    const call = await command.call({ url: server.url, ids })
    const point = { when, collection: command.on, nth: command.nth ?? 1, several: command.on === 'sandbox' }
    commitsOf(folder)
    arm(folder, point)
    const { status, body: early } = await answerTo({ url: server.url, ids }, call, `key-${nth}`)
    if (status !== 0) {
      faults.push(fault(`its point was never met: ${status} ${JSON.stringify(early).slice(0, 200)}`))
      server.signal('SIGKILL')
    }
    expect(await server.exit).toBe('SIGKILL')
    disarm(folder)
    const dying =
      commitsOf(folder).findLast((writes) => !isDelivery(writes) && writes.some(({ collection }) => collection === command.on)) ?? []
    faults.push(...(await faultsIn(folder, dying, when === 'after')).map(fault))
    server = await startServer(folder, env, entry)
    commitsOf(folder)
    const { status: second, body } = await answerTo({ url: server.url, ids }, call, isKeyed ? `key-${nth}` : `another-${nth}`)
    faults.push(
      ...faultsOf(command, when, second, countOn(commitsOf(folder), command.on)).map((what) =>
        fault(`${what} ${JSON.stringify(body).slice(0, 150)}`),
      ),
    )
    Object.assign(ids, isGood(second) ? command.keep?.(body) : {})
  }
  server.signal('SIGKILL')
  return faults
}

test(
  'S6, R56 kill -9 before, amid and after the commit of every command: all of it is there or nothing, and sent again it is done once',
  async () => {
    const first = between(0, moments.length - 1)
    for (let nth = 0; nth < rounds; nth++) {
      const momentOf = (at: number) => moments[(first + nth + at) % moments.length] ?? 'before'
      expect(await round({ momentOf }), `SEED=${seed}`).toEqual([])
    }
    console.log(`${rounds * commands.length} kills at named points, SEED=${seed}`)
  },
  rounds * 600_000,
)

const creation = commands.filter(({ name }) => name === 'create an event')

test('S6 control: a store that commits one write after the other is seen to leave half a command behind', untilSeen, async () => {
  expect((await round({ list: creation, momentOf: () => 'amid', env: { HALVES: '1' } })).join()).toMatch(/events .* stands at 1, not at 0/)
})

test('R56 control: sent again without its key, a command that was done is seen to be done twice', untilSeen, async () => {
  expect((await round({ list: creation, momentOf: () => 'after', isKeyed: false })).join()).toMatch(/done, then 1 more commits on events/)
})
