// Passwords are hashed a few at a time: a crowd of logins is partly turned away, and nothing else waits for them.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { accessApi } from '#protocol/people/access.ts'
import { createPasswords } from '#server/kernel/ports/secrets.ts'
import { onTime, times } from '../kit/world/pace.ts'
import { openWorld } from '../kit/world/world.ts'

const logins = 400
const cost = { memoryCost: 1_024, timeCost: 2, parallelism: 1 }

/** How many of 400 logins at once were done with when a file that was asked for after them had been read, and how many were turned away. */
async function besideAFile(allowed?: Parameters<typeof createPasswords>[1]) {
  const passwords = createPasswords(cost, allowed)
  await passwords.hash('warm')
  let [done, refused] = [0, 0]
  const all = Array.from({ length: logins }, () =>
    passwords.matches('a guess', null).then(
      () => done++,
      () => refused++,
    ),
  )
  await readFile('package.json')
  const before = done
  await Promise.all(all)
  return { before, done, refused }
}

test(
  'R119 pace: 400 logins at once hold up no file, and who finds no room is turned away; control: hashed all at once they hold it up',
  onTime,
  async () => {
    const [some, all] = [await besideAFile(), await besideAFile({ atOnce: logins, waiting: 0 })]
    expect([some.done, some.refused, all.refused]).toEqual([2 + 64, logins - 66, 0])
    times(some.before, all.before, 0.1)
  },
)

test('R243 control: where more may wait, all of a hundred logins at once are looked at', async () => {
  const world = await openWorld()
  const ada = await world.person('ada')
  const passwords = createPasswords(cost, { atOnce: 1, waiting: Infinity })
  Object.assign(world.services, { passwords })
  const asked = Array.from({ length: 100 }, () => world.callOnce(accessApi.logIn, { email: ada.email, password: 'a guess' }))
  expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([401]))
})

test('R119 who finds no room is told to come back, and it counts as no wrong login: the right person enters at once', async () => {
  const world = await openWorld({ rateLimits: true })
  const ada = await world.person('ada')
  // Takes a second, in which a hundred tries are turned away.
  const passwords = createPasswords({ memoryCost: 19_456, timeCost: 100, parallelism: 1 }, { atOnce: 1, waiting: 0 })
  const real = world.services.passwords
  Object.assign(world.services, { passwords })
  const held = passwords.hash('somebody else’s')
  for (let times = 0; times < 12; times++) {
    const { status, body, headers } = await world.callOnce(accessApi.logIn, { email: ada.email, password: 'password of ada' })
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'busy', '1'])
  }
  await held
  Object.assign(world.services, { passwords: real })
  expect((await world.call(accessApi.logIn, { email: ada.email, password: 'password of ada' })).status).toBe(200)
})
