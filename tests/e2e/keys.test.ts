// The keys of somebody logged in: anywhere and back without a mouse, and single ones can be switched off.
import { expect, test } from 'vitest'
import { button, heading } from './acts.ts'
import { focused, gone, openStage, seen } from './kit.ts'
import { openSeed } from './seed.ts'

const stage = openStage()
const { host, event } = openSeed(stage)

test('E6 keys go anywhere: Ctrl K and a part of a name opens an event, c creates one, ? says which there are, and single ones can be silenced', async () => {
  const olivia = await host()
  for (const name of ['Film night', 'Café concert']) await event(olivia, [{ name: 'Guest', max: 10 }], { name })
  const person = await stage.newPerson({ token: olivia.token })
  const { page } = person
  await person.open('/dashboard')
  await seen(button(page, 'Your account')) // the keys come with it
  await page.keyboard.press('Control+k')
  await focused(page.getByRole('combobox', { name: 'Search and go to' }))
  await person.shoot('commands')
  await page.keyboard.type('cafe')
  await seen(page.getByRole('option', { name: /Café concert/, selected: true }))
  await person.shoot('commands-found')
  await page.keyboard.press('Enter')
  await seen(heading(page, /Café concert/))
  await page.keyboard.press('c')
  await seen(heading(page, /Event Details/))
  await page.getByLabel('Event name').fill('')
  await page.getByLabel('Event name').press('c')
  expect(await page.getByLabel('Event name').inputValue()).toBe('c')
  await page.getByLabel('Event name').fill('')
  await person.open('/dashboard')
  await seen(page.getByRole('link', { name: 'Film night' }))
  await seen(button(page, 'Your account'))
  await page.keyboard.press('?')
  await seen(page.getByRole('dialog', { name: 'Keyboard shortcuts' }))
  await person.shoot('keys')
  await page.getByRole('switch', { name: /Single keys/ }).click()
  await page.keyboard.press('Escape')
  await gone(page.getByRole('dialog'))
  await page.keyboard.press('c')
  await page.keyboard.press('Control+k')
  await seen(page.getByRole('dialog', { name: 'Search and go to' }))
  expect(new URL(page.url()).pathname).toBe('/dashboard')
})
