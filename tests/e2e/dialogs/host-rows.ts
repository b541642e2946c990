// Dialogs of those who organize: on the page of an event, its answers and settings, and on their own pages.
import type { Row } from './rows.ts'
import type { World } from './world.ts'

const olivia = (world: World) => world.olivia.token
const onEvent = { as: olivia, path: ({ held }: World) => `/event/${held.eventId}` }
const onTab = (tab: string) => ({ as: olivia, path: ({ held }: World) => `/group/${held.groupId}?tab=${tab}` })
const answers = onTab('answers')
const given = { as: ({ quay }: World) => quay.owner.token, path: ({ quay }: World) => `/group/${quay.bar}?tab=answers` }
const pick =
  (name: string): Row['press'][number] =>
  (page) =>
    page.getByRole('checkbox', { name: `Select ${name}` }).check()

/** Chooses the role, unless it is chosen. */
const choose: Row['press'][number] = async (page) => {
  const chip = page.getByRole('button', { name: 'Helper', exact: true })
  if ((await chip.getAttribute('aria-pressed')) !== 'true') await chip.click()
}

const isHere: Row['first'] = ({ page }) => page.getByRole('button', { name: 'Your account' }).waitFor()

export const hostRows: Readonly<Record<string, Row>> = {
  'client/event/page/event-options.tsx DeleteEvent': { ...onEvent, press: ['Options', 'Delete event'] },
  'client/event/page/event-options.tsx ConfirmationAlert': { ...onEvent, press: ['Options', 'Enable Confirmation'] },
  'client/event/page/duplicate-dialog.tsx DuplicateDialog': { ...onEvent, press: ['Options', 'Duplicate event'] },
  'client/photo/photo-dialog.tsx PhotoDialog': { ...onEvent, press: ['Options', 'Cover photo'] },
  'client/door/desk/phones-dialog.tsx PhonesDialog': { ...onEvent, press: ['Options', 'Door'] },
  'client/team/invite-dialog.tsx InviteDialog': { ...onEvent, press: ['Options', 'Invite a co-host'] },
  'client/event/groups/add-dialog.tsx AddDialog': { ...onEvent, press: ['Options', 'Add a shift or session'] },
  'client/event/groups/paste-dialog.tsx PasteDialog': {
    ...onEvent,
    press: ['Options', 'Add a shift or session', 'Paste a table instead'],
  },
  'client/event/groups/plan-dialog.tsx PlanDialog': {
    as: ({ free }) => free.token,
    path: ({ plain }) => `/event/${plain.eventId}`,
    press: ['Options', 'Add a shift or session'],
  },
  'client/event/page/confirm-all.tsx ConfirmAll': {
    as: ({ shift }) => shift.owner.token,
    path: ({ shift }) => `/event/${shift.eventId}`,
    press: ['Options', 'Enable Confirmation'],
  },
  'client/event/groups/use-arranging.tsx RemoveDialog': {
    as: ({ shift }) => shift.owner.token,
    path: ({ shift }) => `/event/${shift.eventId}`,
    press: ['Options of Bar', 'Delete group'],
  },
  'client/team/change-dialog.tsx ChangeDialog': { ...onTab('settings'), press: ['Change how dora@people.test helps'] },
  'client/team/pass-on.tsx PassOn': { ...onTab('settings'), press: ['Transfer this event'] },
  'client/group/settings/group-settings.tsx Confirmation': { ...onTab('settings'), press: ['Enable Confirmation'] },
  'client/group/settings/delete-group.tsx DeleteGroup': {
    as: ({ shift }) => shift.owner.token,
    path: ({ shift }) => `/group/${shift.bar}/edit`,
    press: ['Delete group'],
  },
  'client/group/questions/end-question.tsx EndQuestion': { ...onTab('settings'), press: ['Take out “Diet”'] },
  'client/reminder/reminder-settings.tsx SendNow': { ...onTab('settings'), press: ['Send now: Reminder'] },
  'client/group/board/delete-role.tsx DeleteRole': { ...onTab('roles'), press: ['Delete Speaker'] },
  'client/waitlist/waitlist-panel.tsx WaitlistPanel': {
    ...onTab('waiting'),
    press: ['Options for Cy', 'Give a seat'],
    expects: /409/,
  },
  'client/group/answers/ask-dialog.tsx AskDialog': { ...answers, press: [pick('Ivy'), 'Remind'] },
  'client/group/answers/picked-dialogs.tsx MoveDialog': { ...given, press: [pick('Ben'), 'Move'] },
  'client/group/answers/picked-dialogs.tsx RemoveDialog': { ...answers, press: [pick('Ann Archer'), 'Remove'] },
  'client/guest/new-link-dialog.tsx NewLinkDialog': { ...answers, press: ['New link for Ann Archer'] },
  'client/invitation/take-back-dialog.tsx TakeBackDialog': { ...answers, press: ['Withdraw the invitation of Ivy'] },
  'client/removal/remove-dialog.tsx RemoveDialog': { ...answers, press: ['Remove Bob Baker'] },
  'client/assign/select-mode.tsx SelectMode': {
    ...given,
    first: ({ page }) => page.getByRole('button', { name: 'Select roles of Ben' }).click(),
    press: [choose, 'Remove'],
  },
  'client/assign/reassign-dialog.tsx ReassignDialog': {
    ...given,
    first: ({ page }) => page.getByRole('button', { name: 'Select roles of Ben' }).click(),
    press: [choose, 'Reassign'],
  },
  'client/assign/grants-panel.tsx GrantsPanel': {
    as: olivia,
    path: ({ concert }) => `/group/${concert.groupId}?tab=settings`,
    press: [/^Revoke the permission of/],
  },
  'client/lib/conflict/despite.tsx useDespite': {
    as: ({ quay }) => quay.owner.token,
    path: ({ quay }) => `/group/${quay.door}`,
    first: async ({ page }) => {
      await page.getByLabel('Name', { exact: true }).fill('Ben')
      await page.getByLabel('Email', { exact: true }).fill('ben@guests.test')
      await page.getByLabel('Role', { exact: true }).selectOption({ index: 1 })
    },
    press: ['Assign Role'],
    expects: /409/,
  },
  'client/message/compose-form.tsx ComposeForm': {
    as: olivia,
    path: ({ held }) => `/group/${held.groupId}/messages`,
    first: async ({ page }) => {
      await page.getByLabel('Subject').fill('Bring a cup')
      await page.getByRole('textbox', { name: 'Message' }).fill('Please bring a cup.')
    },
    press: [/^Send to \d+ people$/],
  },
  'client/account/sessions-section.tsx SessionsSection': { as: olivia, path: () => '/profile', press: ['Log out everywhere else'] },
  'client/photo/face-dialog.tsx FaceDialog': { as: olivia, path: () => '/profile', press: [/picture/] },
  'client/calendar/feed-section.tsx Choices': {
    as: olivia,
    path: () => '/profile',
    first: ({ page }) => page.getByRole('button', { name: 'Create a calendar feed' }).click(),
    press: ['Turn off the feed'],
  },
  'client/member/organizations-section.tsx Leaving': { as: ({ gil }) => gil.token, path: () => '/profile', press: ['Leave Choir'] },
  'client/member/selection-bar.tsx SelectionBar': {
    as: olivia,
    path: () => '/dashboard?view=members',
    press: [(page) => page.getByLabel('Select Gil Granted').check(), 'Remove'],
  },
  'client/event/dashboard/event-filters.tsx FilterSheet': {
    as: olivia,
    path: () => '/dashboard?time=active',
    press: ['Filters (1) active'],
  },
  'client/home/commands/keys-dialog.tsx KeysDialog': {
    as: olivia,
    path: () => '/dashboard',
    first: isHere,
    press: [(page) => page.keyboard.press('?')],
  },
  'client/home/commands/command-menu.tsx CommandMenu': {
    as: olivia,
    path: () => '/dashboard',
    first: isHere,
    press: [(page) => page.keyboard.press('Control+k')],
  },
}
