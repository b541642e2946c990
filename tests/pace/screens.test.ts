// How soon a change is on the screens of those who look, in Chromium.
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { openStage, seen } from '../e2e/kit.ts'
import { openSeed } from '../e2e/seed.ts'
import { onTime, within } from '../kit/world/pace.ts'

const stage = openStage()

test('R3 pace: a change is on every screen soon after it is committed', onTime, async () => {
  const seed = openSeed(stage)
  const host = await seed.host()
  const held = await seed.event(host, [{ name: 'Speaker', max: 3 }])
  const organizer = await stage.newPerson({ token: host.token })
  const invitee = await stage.newPerson()
  const windows = [
    await organizer.openAnother('/dashboard'),
    await organizer.openAnother(`/event/${held.eventId}`),
    await organizer.openAnother(`/group/${held.groupId}`),
  ]
  await Promise.all(
    windows.map((window) => seen(window.getByRole('img', { name: /^(Speaker|Seats of Summer school): 3 seats, no answers yet$/ }))),
  )
  await invitee.open(held.invitation)
  await seen(invitee.page.getByText('3 of 3 seats left'))
  await seen(invitee.page.getByText('Live', { exact: true }))

  const proof = await seed.prove(held, 'toggle@guests.test')
  const delays: number[] = []
  for (let round = 0; round < 12; round++) {
    const isTaken = round % 2 === 0
    const shown = Promise.all([
      ...windows.map((window) => whenShown(window, isTaken ? '1/3' : '0/3')),
      whenShown(invitee.page, isTaken ? '2 of 3 seats left' : '3 of 3 seats left'),
    ])
    await Promise.all([...windows, invitee.page].map((window) => window.evaluate(() => 0))) // all are watching now
    await seed.answer(held, 'Toggle', isTaken ? ['Speaker'] : null, { proof })
    const committed = Date.now()
    delays.push(...(await shown).map((at) => Math.max(0, at - committed)))
  }
  const [median = 0, slowest = 0] = [0.5, 1].map((share) => delays.sort((a, b) => a - b)[Math.ceil(delays.length * share) - 1])
  console.log(
    `From the answer of the change to the screen: median ${median.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms of ${delays.length}`,
  )
  within(slowest, 8_000)
  within(median, 300)
})

/** Gives the moment (milliseconds since 1970) at which the page says `text`. The frame comes right after it, but one a second in windows behind others. */
const whenShown = (window: Page, text: string) =>
  window.evaluate(
    (wanted) =>
      new Promise<number>((shown) => {
        const look = () => {
          if (!document.querySelector('main')?.textContent?.replaceAll(/\s/g, '').includes(wanted.replaceAll(/\s/g, ''))) return
          observer.disconnect()
          shown(performance.timeOrigin + performance.now())
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
        look()
      }),
    text,
  )
