// Long: all that an event shows of itself, from its link to the Thank You screen.
// What an event shows of itself, and how short the way to its link is: place, link, cover, sharing, the Thank You screen.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button, heading, proveEmail, sayYes, unfoldMore } from './acts.ts'
import { openStage, type Person, screens, seen } from './kit.ts'
import { newName, openSeed } from './seed.ts'

const stage = openStage()
const { mailbox } = stage
const codeIn = (text: string) => /^([A-Z0-9]{6})$/m.exec(text)?.[1] ?? ''

/** Counts what a person does: presses, and fields that they fill in. */
function openCount(page: Page) {
  const count = { clicks: 0, fields: 0 }
  return {
    count,
    async press(target: ReturnType<typeof button>) {
      count.clicks++
      await target.first().click()
    },
    async fill(label: string, text: string) {
      count.fields++
      await page.getByLabel(label).fill(text)
    },
  }
}

test('R84 R86 without an account it takes at most 6 clicks and 7 fields from the landing page to the copied link', async () => {
  const organizer = await stage.newPerson()
  const { page } = organizer
  const email = `${newName('short_')}@hosts.test`
  await organizer.open('/')
  const { count, press, fill } = openCount(page)
  await press(page.getByRole('main').locator('a[href^="/create"]:visible'))
  await seen(heading(page, /Event Details/))
  await fill('Event name', 'Garden party')
  await fill('Your name', 'Lena Park')
  await fill('Your email', email)
  await unfoldMore(page)
  await fill('Place', 'Main Hall, Station Street 5')
  await press(button(page, 'Next'))
  await press(button(page, 'Guest'))
  await press(button(page, 'Create event'))
  await seen(heading(page, 'Check your email'))
  await organizer.shoot('face-check-email')
  await page.getByLabel('Verification code').fill(codeIn((await mailbox.next(email, /Publish/)).text))
  await seen(heading(page, 'Your event is live'))
  await press(button(page, 'Copy link'))
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(link).pathname).toMatch(/^\/e\/\w{8}$/)
  expect(count.clicks).toBeLessThanOrEqual(6)
  expect(count.fields).toBeLessThanOrEqual(7)

  await page.getByRole('link', { name: 'Open the board' }).click()
  await seen(heading(page, 'Garden party'))
  await page.getByText('Details', { exact: true }).click()
  await seen(page.getByText('Organized by Lena Park'))
  const guest = await stage.newPerson({ width: 390, height: 844 })
  await guest.open(link)
  await seen(guest.page.getByText('Lena Park invites you'))
  expect(await guest.page.getByRole('link', { name: /Main Hall/ }).getAttribute('href')).toContain('Main%20Hall%2C%20Station%20Street%205')
})

test('R84 the browser’s Back goes one step back in the create flow and keeps what was typed', async () => {
  const { page, open } = await stage.newPerson()
  await open('/')
  await page.getByRole('main').locator('a[href^="/create"]:visible').first().click()
  await page.getByLabel('Event name').fill('Garden party')
  await page.getByLabel('Your email').fill('back@hosts.test')
  await button(page, 'Next').click()
  await seen(heading(page, /Attendee Setup/))
  await page.goBack()
  await seen(heading(page, /Event Details/))
  expect(await page.getByLabel('Event name').inputValue()).toBe('Garden party')
  await page.goForward()
  await seen(heading(page, /Attendee Setup/))
  await button(page, '2 Guests pick').click()
  await seen(heading(page, /Assignment Setup/))
  await page.goBack()
  await seen(heading(page, /Attendee Setup/))
  await page.goForward()
  await seen(heading(page, /Assignment Setup/))
  await button(page, 'Back').click()
  await seen(heading(page, /Event Details/))
  await page.goBack()
  await seen(heading(page, 'Smart RSVP Management with Custom Roles'))
})

async function openFaced() {
  const seed = openSeed(stage)
  const host = await seed.host()
  const held = await seed.event(
    host,
    [
      { name: 'Speaker', max: 4 },
      { name: 'Host', max: 2 },
      { name: 'Guest', max: 20 },
    ],
    {
      name: 'Open stage night',
      description: 'Bring an instrument.\nThe program is on https://stage.example.org/program, see you there.',
      location: 'Main Hall, Station Street 5, Berlin',
      link: 'https://meet.example.org/open-stage',
      theme: 'dusk',
    },
  )
  for (let nth = 0; nth < 7; nth++) await seed.answer(held, `Guest ${nth}`, ['Guest'])
  return { host, held }
}

/** A link that hands nothing on. */
async function isSafe(person: Person, name: RegExp) {
  const link = person.page.getByRole('link', { name })
  await seen(link)
  expect([await link.getAttribute('rel'), await link.getAttribute('target')]).toEqual(['noopener noreferrer nofollow', '_blank'])
}

test('R84 R85 R86 the invitation shows place, cover and links; the link comes with a yes; Thank You hands it on', async () => {
  const { host, held } = await openFaced()
  for (const [width, colorScheme] of screens) {
    const looker = await stage.newPerson({ width, height: 900, colorScheme })
    await looker.open(held.invitation)
    await seen(looker.page.locator('[data-cover="dusk"] svg'))
    await looker.shoot(`face-invitation-${width}-${colorScheme}`)
  }
  const guest = await stage.newPerson({ width: 390, height: 844 })
  await guest.open(held.invitation)
  await isSafe(guest, /Main Hall/)
  await isSafe(guest, /stage\.example\.org\/program/)
  expect(await guest.page.content()).not.toContain('meet.example.org')
  const taken = guest.page.locator('[data-cover] svg rect[class*="cover-taken"]')
  await seen(taken.first())
  const before = await taken.count()
  await proveEmail(stage, guest, 'gina@guests.test', 'Gina')
  await sayYes(guest, 'Guest')
  await isSafe(guest, /meet\.example\.org/)
  await button(guest.page, 'More').click()
  await seen(guest.page.getByRole('menuitem', { name: 'Copy link' }))
  await guest.page.keyboard.press('Escape')
  expect(await guest.page.locator('[data-cover] svg rect[class*="cover-mine"]').count()).toBe(1)
  expect(await guest.page.locator('details[open] > summary').allInnerTexts()).toEqual(['About this event'])
  await guest.shoot('face-thank-you-390')
  await guest.page.getByText('How the seats fill up').click()
  await seen(guest.page.getByText('8 of 20'))
  expect(before).toBe(7)

  for (const [width, colorScheme] of [
    [390, 'light'],
    [1440, 'light'],
    [1440, 'dark'],
  ] as const) {
    const organizer = await stage.newPerson({ width, height: 900, colorScheme, token: host.token })
    await organizer.open(`/event/${held.eventId}`)
    // Answered, so the whole cover has gone; beside the title it stands where there is room.
    if (width > 390) await seen(organizer.page.locator('[data-cover="dusk"] svg'))
    await seen(organizer.page.getByRole('link', { name: 'Open as guest' }))
    await organizer.shoot(`face-event-${width}-${colorScheme}`)
    await organizer.open('/dashboard')
    await seen(organizer.page.getByRole('link', { name: 'Open stage night' }))
    await organizer.shoot(`face-dashboard-${width}-${colorScheme}`)
    await organizer.open(`/event/${held.eventId}/edit`)
    await seen(organizer.page.getByLabel('Place'))
    await organizer.shoot(`face-edit-${width}-${colorScheme}`)
  }
})

test('R84 R85 an organizer changes place and cover; the invitation follows, and the code downloads as PNG and SVG', async () => {
  const { host, held } = await openFaced()
  const guest = await stage.newPerson({ width: 390, height: 844 })
  await guest.open(held.invitation)
  await seen(guest.page.locator('[data-cover="dusk"] svg'))
  const { page, open } = await stage.newPerson({ token: host.token })
  await open(`/event/${held.eventId}/edit`)
  await page.getByLabel('Place').fill('Town Library')
  await unfoldMore(page)
  await page.getByRole('radio', { name: 'Glacier' }).check()
  await seen(page.locator('[data-cover="glacier"] svg'))
  await page.getByRole('combobox', { name: 'Time zone' }).click()
  await page.getByRole('combobox', { name: 'Time zone' }).fill('tokyo')
  await seen(page.getByRole('option', { name: 'Asia/Tokyo (GMT+9)' }))
  await page.keyboard.press('Escape')
  await button(page, 'Next').click()
  await seen(heading(page, /Update Roles/))
  await button(page, /Update|Save/).click()
  await seen(heading(page, 'Open stage night'))
  await seen(guest.page.locator('[data-cover="glacier"] svg'))
  await seen(guest.page.getByRole('link', { name: /Town Library/ }))
  for (const [name, start] of [
    ['PNG', '\x89PNG'],
    ['SVG', '<svg'],
  ] as const) {
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, `Download the QR code as ${name}`).click()])
    expect(file.suggestedFilename()).toBe(`open-stage-night.${name.toLowerCase()}`)
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks).toString('latin1').startsWith(start)).toBe(true)
  }
})
