// Screens on which a bar comes by what one does there.
import { button, coming, hydrated, isProven } from '../acts.ts'
import type { World } from '../dialogs/world.ts'
import { focused, type Person, seen } from '../kit.ts'

interface Screen {
  readonly name: string
  /** Their login; none for guests. */
  readonly as?: (world: World) => string
  readonly path: (world: World) => string | Promise<string>
  readonly act: (person: Person, world: World) => Promise<unknown>
  /** No notice says that one is offline: it shows nothing live or, as the door, says so in its place. */
  readonly isStill?: boolean
}
const olivia = ({ olivia: { token } }: World) => token

export const screensWithBars: readonly Screen[] = [
  {
    name: 'the link past the head',
    path: () => '/',
    isStill: true,
    act: async ({ page }) => {
      await page.getByRole('link', { name: 'Skip to content' }).focus()
      await focused(page.getByRole('link', { name: 'Skip to content' }))
    },
  },
  {
    name: 'the guide, opened',
    as: olivia,
    path: () => '/user-guide',
    isStill: true,
    act: ({ page }) => seen(page.locator('canvas').first()),
  },
  {
    name: 'members selected',
    as: olivia,
    path: () => '/dashboard?view=members',
    act: ({ page }) => page.getByLabel('Select Gil Granted').check(),
  },
  {
    name: 'answers picked',
    as: olivia,
    path: ({ held }) => `/group/${held.groupId}?tab=answers`,
    act: ({ page }) => page.getByRole('checkbox', { name: 'Select Ann Archer' }).check(),
  },
  {
    name: 'limits edited, and a toast',
    as: olivia,
    path: ({ late }) => `/group/${late.groupId}?tab=roles`,
    act: async ({ page }) => {
      await button(page, 'Edit limits').click()
      await button(page, 'Limit of Cook: one more').click()
      await seen(button(page, 'Undo'))
    },
  },
  {
    name: 'one let in at the door',
    as: olivia,
    path: ({ late }) => `/door/${late.eventId}`,
    isStill: true,
    act: async ({ page }) => {
      await button(page, 'In: Una').click()
      await seen(page.getByText('Let in'))
    },
  },
  {
    name: 'the sheet of many roles',
    path: ({ fair }) => fair.invitation,
    isStill: true,
    act: async ({ page }) => {
      await hydrated(page)
      await coming(page, 'yes').click()
      await seen(page.getByRole('dialog', { name: /^Take a seat/ }))
    },
  },
  {
    name: 'a shift picked',
    path: ({ shift }) => `/rsvp/event/${shift.eventId}`,
    act: ({ page }) => page.getByRole('checkbox').first().check(),
  },
  {
    name: 'the shifts that were answered to',
    path: ({ stage }) => stage.mailbox.link('dora@guests.test', /You are coming/),
    act: async (person, { shift }) => {
      await isProven(person)
      await person.open(`/rsvp/event/${shift.eventId}`)
      await seen(person.page.locator('#submit-says'))
    },
  },
]
