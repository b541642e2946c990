// A guest's pass: on their card, opened by another phone's camera, and void once the seat is given up (R180, R181).
import { expect, test } from 'vitest'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { heading, ownCard, proveEmail, sayYes } from './acts.ts'
import { openStage, seen } from './kit.ts'
import { openSeed } from './seed.ts'

const stage = openStage()

test('R180 the card draws the pass; a camera leads its owner to the answer, and everybody else to the invitation', async () => {
  const { host, event } = openSeed(stage)
  const held = await event(await host(), [{ name: 'Guest', max: 8 }], { name: 'Open stage night' })
  const gina = await stage.newPerson({ width: 390, height: 844 })
  await gina.open(held.invitation)
  await proveEmail(stage, gina, 'gina@guests.test', 'Gina')
  await sayYes(gina, 'Guest')
  await seen(ownCard(gina.page, 'coming'))
  await gina.page.getByText('Your pass').click()
  await seen(gina.page.getByLabel('Your pass for the door, as a QR code'))
  await gina.page.waitForFunction(() => (document.querySelector('svg[aria-label^="Your pass"] path')?.getAttribute('d')?.length ?? 0) > 500)
  await gina.shoot('pass-card-390')

  const form = await gina.page.evaluate((path) => fetch(path).then((one) => one.json()), `/api/rsvp/form/${held.groupId}`)
  const pass = new URL(rsvpApi.form.reply.parse(form).rsvp?.passes?.[0]?.url ?? '')
  expect(pass.pathname).toBe('/p')
  await gina.open(`${pass.pathname}${pass.hash}`)
  await seen(ownCard(gina.page, 'coming'))

  const other = await stage.newPerson({ width: 390, height: 844, colorScheme: 'dark' })
  await other.open(`${pass.pathname}${pass.hash}`)
  await seen(heading(other.page, 'A pass for the door'))
  await seen(other.page.getByText('This code lets one guest in.'))
  expect(other.page.url()).not.toContain('#')
  await other.shoot('pass-page-390-dark')
  await other.page.getByRole('link', { name: 'Open the invitation' }).click()
  await seen(heading(other.page, 'Open stage night'))
})
