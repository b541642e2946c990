// There is one dialog, and each place that draws one is opened in a browser (R248): no new one is left out.
import { expect, test } from 'vitest'
import { rows } from './e2e/dialogs/rows.ts'
import { dialogsIn, otherDialogs } from './structure/dialogs.ts'
import { ownSources, readSource } from './structure/source.ts'

const sources = ownSources()

/** Those no row opens yet: what they need (payments, undelivered emails, a brand, days that pass, two editors) is not in the world of the rows. */
const unopened = [
  'client/event/create/creation-groups.tsx CreationGroups',
  'client/group/todo/what-to-do.tsx AskFirst',
  'client/invitation/again-dialog.tsx AgainDialog',
  'client/lib/conflict/conflict-dialog.tsx ConflictDialog',
  'client/message/message-dialog.tsx MessageDialog',
  'client/notice/mend-address.tsx AddressForm',
  'client/notice/mend-address.tsx MendAddressDialog',
  'client/operator/brand-dialog.tsx BrandDialog',
  'client/operator/emails-tab.tsx EmailsTab',
  'client/operator/photos-dialog.tsx PhotosDialog',
  'client/operator/plan-dialog.tsx PlanDialog',
  'client/operator/suspend-dialog.tsx SuspendDialog',
  'client/plan/change-plan.tsx ChangePlan',
  'client/plan/ending.tsx Ending',
  'client/several/own/calendar-dialog.tsx CalendarDialog',
  'client/team/my-role.tsx MyRole',
  'client/waitlist/move-to-waitlist.tsx MoveToWaitlist',
]

test('R248 every dialog of the product has a row by which it is opened, or is named as one that none opens yet', () => {
  const found = sources.flatMap(dialogsIn)
  expect(found.length).toBeGreaterThan(50)
  expect([...Object.keys(rows), ...unopened].sort()).toEqual(found.sort())
})

test('R248 there is one dialog: nothing else draws one (control: a dialog of the browser is found)', () => {
  expect(sources.filter(otherDialogs).map(({ file }) => file)).toEqual([])
  expect(otherDialogs(readSource('client/a.tsx', 'export const A = () => <dialog>Sure?</dialog>'))).toBe(true)
})
