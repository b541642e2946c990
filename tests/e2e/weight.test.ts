// Pages open fast because they are light: what a first load brings has a limit, and what comes later moves nothing.
import { beforeAll, describe, expect, test } from 'vitest'
import { firstSight } from './first-sight.ts'
import { openStage } from './kit.ts'
import { openSeed } from './seed.ts'
import { inKb, inviteeLimit, organizerPages, organizerWithEvents, shiftLimit, type Weight, weigh } from './weight.ts'

const stage = openStage()
const seed = openSeed(stage)

const listed = (what: string, { bytes, laterBytes, scripts }: Weight) =>
  `JavaScript of the ${what}: ${inKb(bytes)}, later ${inKb(laterBytes)}\n${scripts.map((one) => `${inKb(one.bytes).padStart(9)} ${one.name}`).join('\n')}`

test('the first load of the invitee’s page brings at most 115 kB of JavaScript, and the rest comes after it', async () => {
  const { invitation } = await seed.event(await seed.host(), [{ name: 'Speaker', max: 2 }])
  const weight = await weigh(stage.browser, stage.server.url + invitation)
  console.log(listed('invitee’s page', weight))
  expect(weight.scripts.length).toBeGreaterThan(1)
  expect(weight.laterBytes).toBeGreaterThan(0)
  expect(weight.bytes).toBeLessThanOrEqual(inviteeLimit)
})

describe.each(organizerPages)('the $what', ({ what, path, bytes }) => {
  let organizer: Awaited<ReturnType<typeof organizerWithEvents>>
  let address: string
  beforeAll(async () => {
    organizer = await organizerWithEvents(seed)
    address = stage.server.url + path(organizer.held)
  })

  test('brings at first only what its first view needs, and its page names each file, so that none waits for another', async () => {
    const weight = await weigh(stage.browser, address, organizer)
    console.log(listed(what, weight))
    expect(weight.laterBytes).toBeGreaterThan(0)
    expect(weight.bytes).toBeLessThanOrEqual(bytes)
    const page = await (await fetch(address)).text()
    expect(weight.scripts.map(({ name }) => name).filter((name) => !page.includes(name))).toEqual([])
  })

  test('stands still while it comes, on a phone and on a wide screen', async () => {
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1280, height: 900 },
    ]) {
      const { shift, moved } = await firstSight(stage.browser, address, { ...organizer, viewport })
      expect(shift, moved.join('\n')).toBeLessThanOrEqual(shiftLimit)
    }
  })
})
