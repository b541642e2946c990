// A store for an older commit, and the cookies of its guests: made by that commit's own code, in a process of its own.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Seed, Seeded } from '../kit/process/seed.ts'

/** Where `fill` and `proof` were, the newest place first. */
const places = ['tests/kit/process/seed.ts', 'tests/kit/seed.ts']

export interface SeededStore {
  readonly groups: readonly Seeded[]
  /** The cookie that proves each of the emails, by group and email, in the order asked for. */
  readonly cookies: readonly string[]
}

interface Wanted {
  /** The checkout. */
  readonly home: string
  /** Where the store is made. */
  readonly data: string
  readonly seed: Seed
  /** For which group, by its number, and which email. */
  readonly guests: readonly (readonly [group: number, email: string])[]
}

export async function seedOlder({ home, data, seed, guests }: Wanted): Promise<SeededStore> {
  const place = places.find((one) => existsSync(join(home, one)))
  if (!place) throw new Error(`${home} has none of ${places.join(', ')}`)
  const code = `const { fill, proof } = await import('./${place}')
    process.once('message', async ({ data, seed, guests }) => {
      const groups = await fill(data, seed)
      process.send({ groups, cookies: guests.map(([nth, email]) => proof(groups[nth].groupId, email)) }, () => process.exit(0))
    })`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code], {
    cwd: home,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const seeded = new Promise<SeededStore>((done, failed) => {
    child.once('message', (made) => done(made as SeededStore))
    child.once('exit', (status) => failed(new Error(`The store of ${home} was not made (${status})`)))
  })
  child.send({ data, seed, guests })
  return seeded
}
