// What people do in this product, by the words they see; a test strings these together.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { State } from '#protocol/seats/standing/standing.ts'
import { type Person, type Stage, seen, toastSays } from './kit.ts'

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

/** One role's bar wherever an organizer looks; its words say how the seats stand. */
export const bar = (page: Page, words: string): Locator => page.getByRole('img', { name: words, exact: true })

/** Opens a tab of a group's or an event's page. */
export const openTab = (page: Page, name: 'Roles' | 'Answers' | 'Waiting' | 'Activity' | 'Settings') =>
  page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()

/** A role as an invitee picks it. */
export const role = (page: Page, name: string): Locator => page.getByRole('checkbox', { name, exact: true })

/** The words beside a role's name on the invitee's page, e.g. "1 of 2 left". */
export const roleSays = (page: Page, name: string, words: string): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: role(page, name) })
    .getByText(words, { exact: true })

export async function logIn({ page }: Person, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Login').click()
}

/** Waits until the browser keeps that a link proved its holder's email. */
export const isProven = ({ context }: Person) =>
  expect.poll(async () => (await context.cookies()).some(({ name }) => name.includes('rolecall_proof'))).toBe(true)

/** Opens the part about who answers where it still waits for coming or not (R124f). */
export async function unfoldEmail(page: Page) {
  const [box, fold] = [page.getByLabel('Email'), page.getByText('Verify your email first')]
  await seen(box.or(fold).filter({ visible: true }).first())
  if (!(await box.isVisible())) await fold.click()
}

/** Types an invitee's email and name, and the code that comes by email. */
export async function proveEmail({ mailbox }: Stage, { page }: Person, email: string, name: string) {
  await unfoldEmail(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Name').fill(name)
  await button(page, 'Verify your email').click()
  const box = page.getByLabel('Verification code')
  await seen(box)
  await box.fill(await mailbox.code(email)) // its last character sends it
  await toastSays(page, 'Email verified successfully!')
}

/** Until an invitation takes what one does. */
export const hydrated = (page: Page) => page.waitForFunction(() => performance.getEntriesByName('answerable').length > 0)

/** The first question of an invitation. */
export const coming = (page: Page, answer: 'yes' | 'no') =>
  page.getByRole('radio', { name: answer === 'yes' ? 'I’m coming' : 'I can’t make it' })

/** Says yes or no. */
export const attend = ({ page }: Person, answer: 'Yes' | 'No') => coming(page, answer === 'Yes' ? 'yes' : 'no').check()

/** The last button of the form, whatever it sends. */
export const sendButton = (page: Page) => button(page, /^(Send|Change to (Yes|No)|Join (the waitlist for .+|\d+ waitlists))$/)
export const submit = ({ page }: Person) => sendButton(page).click()

/** Answers an open form whose email is proven. */
export async function sayYes(person: Person, ...roles: string[]) {
  await attend(person, 'Yes')
  for (const name of roles.length > 0 ? roles : ['Come without a role']) await role(person.page, name).check()
  await submit(person)
  await seen(thanks(person.page))
}

/** The contract's words on the card of whoever has answered. */
export const thanks = (page: Page, name?: string) => page.getByText(name ? `Thank You, ${name}` : /^Thank You/, { exact: true })

/** R123: the card of a reader who stands so. */
export const ownCard = (page: Page, state: State) => page.locator(`[data-state="${state}"]`)

/** Picks something from the card's menu. */
export async function pickMore({ page }: Person, label: string) {
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: label, exact: true }).click()
}

/** Opens the form under the card: by its button, or by its menu where something else is asked (R123). */
export async function changeAnswer(person: Person) {
  await seen(button(person.page, 'More'))
  const inSight = button(person.page, 'Change my answer')
  await ((await inSight.isVisible()) ? inSight.click() : pickMore(person, 'Change my answer'))
}

export interface NewEvent {
  name: string
  description?: string
  /** What a datetime-local field takes. */
  start: string
  roles: { name: string; seats: number }[]
  /** Asked for when nobody is signed in. */
  organizerEmail?: string
  isPrivate?: boolean
}

/** Those over the answers: on a phone they wait behind a button. */
export async function openFilters(page: Page): Promise<void> {
  await seen(page.getByRole('searchbox', { name: 'Search by name or email' }))
  const filters = button(page, 'Filters')
  if (await filters.isVisible()) await filters.click()
}

/** Copies the short link of an event that is open, and gives the share link that it leads to (R128); another test may copy something in the same instant. */
export async function copyLink({ page }: Person): Promise<string> {
  const copied = async () => {
    await button(page, /^(Copy link|Copied)$/).click()
    await seen(button(page, 'Copied'))
    return page.evaluate(() => navigator.clipboard.readText())
  }
  let link = ''
  const isOwn = async () => {
    link = await copied()
    return link.startsWith(new URL(page.url()).origin)
  }
  await expect.poll(isOwn).toBe(true)
  expect(new URL(link).pathname).toMatch(/^\/e\/\w{8}$/)
  const { headers } = await fetch(link, { redirect: 'manual' })
  return new URL(headers.get('location') ?? '', link).href
}

/** Opens what the form of an event folds away, where it isn't open. */
export async function unfoldMore(page: Page) {
  const fold = page.locator('details', { hasText: 'More about the event' })
  if (!(await fold.evaluate((box: HTMLDetailsElement) => box.open))) await fold.locator('summary').click()
}

/** Walks through the steps of /create, which is open; `between` is called on each step before it is left. */
export async function createEvent({ page }: Person, event: NewEvent, between: (step: string) => Promise<void> = async () => {}) {
  await seen(heading(page, /Event Details/))
  await page.getByLabel('Event name').fill(event.name)
  if (event.description) {
    await unfoldMore(page)
    await page.getByLabel('Description').fill(event.description)
  }
  await page.getByLabel('Start').fill(event.start)
  if (event.organizerEmail) await page.getByLabel('Your email').fill(event.organizerEmail)
  await between('details')
  await button(page, 'Next').click()

  // Passed over where nothing can be chosen (R127).
  await seen(heading(page, /Assignment Setup|Attendee Setup/))
  if (await heading(page, /Assignment Setup/).isVisible()) {
    await between('assignment')
    await button(page, 'Next').click()
  }

  await seen(heading(page, /Attendee Setup/))
  if (event.isPrivate) {
    await page.getByText('More options').click()
    await page.getByRole('radio', { name: 'Keep Private' }).check()
  }
  for (const [at, { name, seats }] of event.roles.entries()) {
    await button(page, 'Add Role').click()
    await page.getByLabel(`Role ${at + 1} name`).fill(name)
    await page.getByRole('spinbutton', { name: `Seats for ${name}` }).fill(String(seats))
  }
  await between('attendees')
  await button(page, 'Create event').click()
}
