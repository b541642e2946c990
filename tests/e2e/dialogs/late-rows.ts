// Dialogs about what came with time or by others (late-world.ts): silence, wrong addresses, changes of a colleague, plans; and those of operators.
import { eventApi } from '#protocol/seats/event.ts'
import { button, heading, isProven } from '../acts.ts'
import { seen } from '../kit.ts'
import { typedStart } from '../seed.ts'
import type { Row } from './rows.ts'
import type { World } from './world.ts'

const olivia = (world: World) => world.olivia.token
const onLate = (tab: string) => ({ as: olivia, path: ({ late }: World) => `/group/${late.groupId}?tab=${tab}` })
const oneLess =
  (name: string): Row['press'][number] =>
  (page) =>
    page.getByRole('button', { name: new RegExp(`${name}: one less$`) }).click()

const onPlan = { as: ({ pia }: World) => pia.token, path: () => '/profile' }
/** At what operators do with an account of that name. */
const withPerson = (name: string, press: Row['press'][number]) => ({
  as: ({ boss }: World) => boss.token,
  path: () => '/admin',
  first: ({ page }: Parameters<NonNullable<Row['first']>>[0]) => page.getByRole('tab', { name: 'People' }).click(),
  press: [new RegExp(`^Options for ${name}`), press],
})

export const lateRows: Readonly<Record<string, Row>> = {
  'client/event/create/creation-groups.tsx CreationGroups': {
    as: olivia,
    path: () => '/create',
    first: async ({ page }) => {
      await page.getByLabel('Event name').fill('Fair')
      await page.getByLabel('Start').fill(typedStart(5))
      await button(page, '3 Roles').click()
      await seen(heading(page, /Attendee Setup/))
    },
    press: ['Paste a table'],
  },
  'client/group/todo/what-to-do.tsx AskFirst': { ...onLate('roles'), press: [/^Remind/] },
  'client/invitation/again-dialog.tsx AgainDialog': { ...onLate('roles'), press: [/^Invite again/] },
  'client/notice/mend-address.tsx AddressForm': { ...onLate('answers'), press: ['Try again: the address of Ulf'] },
  'client/notice/mend-address.tsx MendAddressDialog': { ...onLate('answers'), press: ['Try again: the address of Una'] },
  'client/waitlist/move-to-waitlist.tsx MoveToWaitlist': { ...onLate('roles'), press: [oneLess('Cook')], expects: /409/ },
  'client/message/message-dialog.tsx MessageDialog': {
    as: olivia,
    path: ({ late }) => `/group/${late.groupId}/messages`,
    press: [/^Show “/],
  },
  'client/lib/conflict/conflict-dialog.tsx ConflictDialog': {
    as: olivia,
    path: ({ moved }) => `/event/${moved.eventId}/edit`,
    first: async ({ page }, { seed, moved, olivia }) => {
      const texts = { name: 'Moved twice', location: 'Town hall', description: 'Come early. '.repeat(40) }
      await page.getByLabel('Event name').fill('Moved once')
      await page.getByLabel('Place').fill('Harbor')
      await page.getByLabel('Description').fill('Come late. '.repeat(40))
      await seed.call(eventApi.update, { id: moved.eventId, ...texts }, { authorization: `Bearer ${olivia.token}` })
      await button(page, 'Next').click()
    },
    press: ['Save changes'],
    expects: /409/,
  },
  'client/team/my-role.tsx MyRole': {
    as: ({ gil }) => gil.token,
    path: ({ late }) => `/event/${late.eventId}`,
    press: ['Leave'],
  },
  'client/several/own/calendar-dialog.tsx CalendarDialog': {
    path: ({ stage }) => stage.mailbox.link('dora@guests.test', /You are coming/),
    first: async (person, { shift }) => {
      await isProven(person)
      await person.open(`/rsvp/event/${shift.eventId}`)
    },
    press: [(page) => button(page, 'Add to calendar').click()],
  },
  'client/plan/change-plan.tsx ChangePlan': {
    ...onPlan,
    first: ({ page }) => button(page, 'Change Plan').click(),
    press: ['Switch to Team'],
  },
  'client/plan/ending.tsx Ending': { ...onPlan, press: ['Cancel Subscription'] },
  'client/operator/brand-dialog.tsx BrandDialog': withPerson('olivia', 'Take off the brand “Harbor Choir”'),
  'client/operator/photos-dialog.tsx PhotosDialog': withPerson('olivia', 'Photos'),
  'client/operator/plan-dialog.tsx PlanDialog': withPerson('pia', 'Give a plan'),
  'client/operator/suspend-dialog.tsx SuspendDialog': withPerson('pia', 'Suspend'),
  'client/operator/emails-tab.tsx EmailsTab': {
    as: ({ boss }) => boss.token,
    path: () => '/admin',
    first: ({ page }) => page.getByRole('tab', { name: 'Emails' }).click(),
    press: [/^Send again to/],
  },
}
