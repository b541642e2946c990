// Dialogs of guests, of those at the door and of helpers.
import { doorApi } from '#protocol/seats/door/door.ts'
import { button, coming, hydrated, proveEmail, role, sendButton } from '../acts.ts'
import { gone, seen } from '../kit.ts'
import type { Row } from './rows.ts'
import type { World } from './world.ts'

const links = new Map<string, Promise<string>>()
/** The personal link of a guest's email about that, which several rows open. */
const linkOf =
  (email: string, about = /You are coming/) =>
  ({ stage }: World) => {
    const link = links.get(email) ?? stage.mailbox.link(email, about)
    links.set(email, link)
    return link
  }

export const guestRows: Readonly<Record<string, Row>> = {
  'client/handover/give-up-dialog.tsx GiveUpDialog': {
    path: linkOf('ann.archer@guests.test'),
    press: ['More', 'I can’t make it'],
  },
  'client/rsvp/card/give-up.tsx GiveUp': { path: linkOf('eve.evans@guests.test'), press: ['More', 'I can’t make it'] },
  'client/rsvp/card/give-up.tsx DeclineOffer': { path: linkOf('ola@guests.test'), press: ['Decline'] },
  'client/rsvp/card/give-one-back.tsx GiveOneBack': {
    path: linkOf('lea@guests.test', /A seat is held for you/),
    press: ['Accept the seat'],
  },
  'client/rsvp/card/party-acts.tsx LeaveDialog': { path: linkOf('fay@guests.test'), press: ['More', 'Come without Mia'] },
  'client/rsvp/card/link-dialog.tsx LinkDialog': { path: linkOf('fay@guests.test'), press: ['More', 'Let Mia answer for themselves'] },
  'client/rsvp/sheet/role-sheet.tsx RoleSheet': {
    path: ({ fair }) => fair.invitation,
    first: async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await hydrated(page)
      await coming(page, 'yes').click()
      const sheet = page.getByRole('dialog', { name: /^Take a seat/ })
      await seen(sheet)
      await page.keyboard.press('Escape')
      await gone(sheet)
    },
    press: [
      async (page) => {
        await page.setViewportSize({ width: 390, height: 844 })
        await button(page, /^Take a seat/).click()
      },
    ],
  },
  'client/rsvp/own/own-acts.tsx NewLink': {
    path: linkOf('ann.archer@guests.test'),
    first: ({ page }) => page.getByText('Your data').click(),
    press: ['Email me a new link'],
  },
  'client/rsvp/own/own-acts.tsx EraseData': {
    path: linkOf('ann.archer@guests.test'),
    first: ({ page }) => page.getByText('Your data').click(),
    press: ['Erase my data'],
  },
  'client/rsvp/answer/confirm-dialog.tsx ConfirmDialog': {
    path: ({ firm }) => firm.invitation,
    first: async (person, { stage }) => {
      await proveEmail(stage, person, 'gus@guests.test', 'Gus')
      await person.page.getByRole('radio', { name: 'I’m coming' }).check()
      await role(person.page, 'Speaker').check()
    },
    press: [(page) => sendButton(page).click()],
  },
  'client/door/people-list.tsx PeopleList': {
    as: ({ olivia }) => olivia.token,
    path: ({ late }) => `/door/${late.eventId}`,
    first: async ({ page }) => {
      await page.getByRole('button', { name: 'In: Una' }).click()
      await page.getByRole('button', { name: 'Let in anyway' }).click() // the doors aren't open yet
    },
    press: [
      async (page) => {
        const undo = page.getByRole('button', { name: 'Undo: Una' })
        await undo.evaluate((one) => one.scrollIntoView({ block: 'nearest' })) // clear of the bar, as for who comes there by keyboard
        await undo.click()
      },
    ],
  },
  'client/door/walk-in.tsx WalkIn': {
    as: ({ olivia }) => olivia.token,
    path: ({ held }) => `/door/${held.eventId}`,
    press: ['Someone without an answer'],
  },
  'client/door/pair-phone.tsx LeaveDoor': {
    path: async ({ seed, olivia, held: { eventId } }) =>
      (await seed.call(doorApi.makePhone, { eventId, name: 'North' }, { authorization: `Bearer ${olivia.token}` })).body.link,
    first: async ({ page }) => {
      await button(page, 'Pair this phone').click()
    },
    press: ['Stop using this phone at the door'],
  },
}
