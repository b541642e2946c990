// Makes the README's picture, docs/screenshot.png, from the product itself: `DOCS_SCREENSHOT=1 npm test -- tests/e2e/screenshot.test.ts`.
import { mkdirSync, statSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { attend, bar, heading, proveEmail, role, roleSays } from './acts.ts'
import { openStage, seen } from './kit.ts'
import { inDays, openSeed } from './seed.ts'

const file = 'docs/screenshot.png'
const limitBytes = 300_000
const stage = openStage()
const { host, event, answer, enableConfirmation } = openSeed(stage)

const pictureOf = async (page: Page) => `data:image/png;base64,${(await page.screenshot({ animations: 'disabled' })).toString('base64')}`

/** The board and the phone, side by side at 1440 px. */
const sheet = (
  board: string,
  phone: string,
) => `<!doctype html><body style="margin:0;width:1440px;height:900px;position:relative;background:#e7e3dc">
<style>img { position: absolute; display: block; box-sizing: border-box; border: 1px solid #cdc7bd; box-shadow: 0 18px 50px -18px #2b211880 }</style>
<img src="${board}" style="left:28px;top:41px;width:988px;height:818px;border-radius:14px">
<img src="${phone}" style="left:1038px;top:50px;width:374px;height:800px;border-radius:34px;border:7px solid #241d18">`

test.skipIf(!process.env.DOCS_SCREENSHOT)('draws the organizer’s live board beside the invitee’s page', async () => {
  const olivia = await host('olivia', 'olivia_hart')
  const start = new Date(inDays(18).getTime() + 5.5 * 3_600_000)
  const held = await event(
    olivia,
    [
      { name: 'Speaker', max: 4 },
      { name: 'Host', max: 2 },
      { name: 'Guest', max: 20 },
    ],
    {
      name: 'Open stage night',
      description: 'Six acts, one microphone, cake in the break.',
      start: start.toISOString(),
      end: new Date(start.getTime() + 3 * 3_600_000).toISOString(),
    },
  )
  await enableConfirmation(olivia, held)
  const guests = [
    'Amara Okafor',
    'Jonas Weber',
    'Priya Raman',
    'Sofia Rossi',
    'Kenji Mori',
    'Lucía Torres',
    'Elif Kaya',
    'Noah Berg',
    'Tom Ellis',
  ]
  const as = ['Speaker', 'Speaker', 'Host', 'Guest', 'Guest', 'Guest', 'Guest', 'Guest', 'Host']
  for (const [at, name] of guests.entries()) await answer(held, name, [as[at] ?? 'Guest'], { confirmed: at % 3 !== 1 })
  await answer(held, 'Ruth Adler', null)

  const invitee = await stage.newPerson({ width: 390, height: 834, sharpness: 2 })
  await invitee.open(held.invitation)
  await proveEmail(stage, invitee, 'ines.moreno@guests.test', 'Inés Moreno')
  await attend(invitee, 'Yes')
  await role(invitee.page, 'Speaker').check()
  await seen(roleSays(invitee.page, 'Speaker', '1 of 4 left'))
  const organizer = await stage.newPerson({ width: 1208, height: 1000, sharpness: 2, token: olivia.token })
  await organizer.open(`/event/${held.eventId}`)
  await seen(heading(organizer.page, 'Open stage night'))
  await seen(bar(organizer.page, 'Host: 2 seats, 2 confirmed'))
  await invitee.page.waitForTimeout(2_500) // no toast is left
  await invitee.page.evaluate(() => scrollTo(0, document.body.scrollHeight))

  const studio = await stage.newPerson({ width: 1440, height: 900 })
  await studio.page.setContent(sheet(await pictureOf(organizer.page), await pictureOf(invitee.page)))
  await studio.page.waitForFunction(() => [...document.images].every((image) => image.complete))
  mkdirSync('docs', { recursive: true })
  await studio.page.screenshot({ path: file })
  expect(statSync(file).size).toBeLessThan(limitBytes)
})
