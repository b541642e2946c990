// What anyone is told of this installation.
import { expect, test } from 'vitest'
import { settingsApi } from '#protocol/settings.ts'
import { openWorld } from '../kit/world/world.ts'

test('R75 anyone is told where to ask for help, and how payments are taken', async () => {
  const world = await openWorld()
  const told = { supportEmail: 'help@rolecall.test', payments: 'sandbox' }
  for (const as of [{}, await world.person('ada'), await world.link('ada@people.test')])
    expect(await world.ok(settingsApi.read, {}, as)).toEqual(told)
  const real = await openWorld({ payments: (sandbox) => ({ ...sandbox, name: 'stripe' }) })
  expect((await real.ok(settingsApi.read, {})).payments).toBe('on')
})
