// The invitee's page opens fast because it is light: what its first load brings has a limit.
import { expect, test } from 'vitest'
import { openStage } from './kit.ts'
import { openSeed } from './seed.ts'
import { inKb, inviteeLimit, weigh } from './weight.ts'

const stage = openStage()

test('the first load of the invitee’s page brings at most 115 kB of JavaScript, and the rest comes after it', async () => {
  const { host, event } = openSeed(stage)
  const { invitation } = await event(await host(), [{ name: 'Speaker', max: 2 }])
  const { bytes, scripts, laterBytes } = await weigh(stage.browser, stage.server.url + invitation)
  console.log(
    `JavaScript of the invitee's page: ${inKb(bytes)}, later ${inKb(laterBytes)}\n${scripts.map((one) => `${inKb(one.bytes).padStart(9)} ${one.name}`).join('\n')}`,
  )
  expect(scripts.length).toBeGreaterThan(1)
  expect(laterBytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(inviteeLimit)
})
