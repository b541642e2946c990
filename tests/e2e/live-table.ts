// R137: what is live, as a table: which page shows what of which record to whom. A page that says so, or a room, without its row fails tests/live/pages.test.ts.
import type { Locator, Page } from 'playwright-core'
import type { PagePath } from '#protocol/kernel/pages.ts'
import type { RoomKind } from '#protocol/live.ts'
import { rightsOf, type TeamRole, teamRoles } from '#protocol/people/team-roles.ts'

export type Audience = 'visitor' | 'guest' | 'owner' | 'admin' | 'grantee' | TeamRole
/** What somebody else changes, one after the other; each text is new to every page. */
export type Change =
  | 'event'
  | 'link'
  | 'start'
  | 'details'
  | 'group'
  | 'settings'
  | 'question'
  | 'role'
  | 'seat'
  | 'own'
  | 'message'
  | 'member'
  | 'name'
  | 'brand'
  | 'canceled'
type Seen = (page: Page) => Locator

export const texts = {
  event: 'Winter school',
  place: 'Hall Seventeen',
  link: 'https://stream.test/seventeen',
  description: 'Bring a folding chair',
  host: 'The Harbor Singers',
  dressCode: 'Rubber boots',
  role: 'Usher',
  message: 'The doors open early',
  member: 'Nina Newcomer',
  name: 'Olivia Oakwood',
  brand: 'Harbor Choir',
} as const

interface LiveRow {
  readonly page: PagePath
  /** After the path of the group, event or invitation. */
  readonly tab?: string
  readonly rooms: readonly RoomKind[]
  /** The files on it that call it Live. */
  readonly says?: readonly string[]
  readonly audiences: readonly Audience[]
  /** How each change is seen; to all of its audiences, or to those named. */
  readonly shows: Partial<Record<Change, Seen | { readonly to: readonly Audience[]; readonly as: Seen }>>
}

const words =
  (text: string | RegExp): Seen =>
  (page) =>
    page.getByText(text)
/** In the page, or folded away: in the head of a board, and where guests don't pick their roles (R125). */
const folded =
  (text: string): Seen =>
  (page) =>
    page.locator('main p, main details').filter({ hasText: text })
const inCover: Seen = (page) => page.locator('[data-cover] rect[class*="cover-taken"]')
const filled = words(/^1 of 7$/)
const startsAt: Seen = (page) => page.locator('time[datetime*="T07:45"]')
const managers = ['owner', 'admin', 'manager'] as const
/** R200: of the team, those who look on. */
const lookers = teamRoles.filter((role) => rightsOf[role].includes('look'))
const organizers = ['owner', 'admin', 'grantee', ...lookers] as const
const writers = teamRoles.filter((role) => rightsOf[role].includes('write'))
const group = 'client/event/page/group-page.tsx'

export const livePages: readonly LiveRow[] = [
  {
    page: '/rsvp/:groupId',
    rooms: ['form', 'guest'],
    says: ['client/rsvp/event-glance.tsx', 'client/rsvp/card/state-card.tsx'],
    audiences: ['visitor', 'guest'],
    shows: {
      event: words(texts.place),
      start: { to: ['visitor'], as: startsAt },
      group: { to: ['visitor'], as: words(texts.description) },
      role: { to: ['visitor'], as: folded(texts.role) },
      seat: { to: ['visitor'], as: inCover },
      own: { to: ['guest'], as: words(/You’re (expected|coming) as (Speaker and )?Guest/) },
      canceled: words(/was canceled/),
    },
  },
  // This event has one group, to whose invitation it leads; one with several is followed in several.test.ts.
  {
    page: '/rsvp/event/:eventId',
    rooms: ['event'],
    says: ['client/several/event-head.tsx', 'client/several/my-groups.tsx'],
    audiences: ['visitor'],
    shows: { event: words(texts.place), canceled: words(/was canceled/) },
  },
  {
    page: '/event/:eventId',
    // `board` where there are several groups: tests/e2e/several-host.test.ts
    rooms: ['group', 'form', 'board'],
    says: ['client/event/page/event-header.tsx'],
    audiences: ['visitor', ...organizers],
    shows: {
      event: (page) => page.getByRole('heading', { level: 1, name: texts.event }),
      link: { to: managers, as: folded(texts.link) },
      start: startsAt,
      role: words(texts.role),
      seat: inCover,
      canceled: words(/was canceled/),
    },
  },
  {
    page: '/group/:groupId',
    rooms: ['group', 'form'],
    says: [group],
    audiences: ['visitor', ...organizers],
    shows: {
      event: words(texts.event),
      start: startsAt,
      group: folded(texts.description),
      role: words(texts.role),
      seat: filled,
      canceled: words(/was canceled/),
    },
  },
  {
    page: '/group/:groupId',
    tab: '?tab=answers',
    rooms: ['group'],
    says: [group],
    audiences: organizers,
    shows: { seat: words('Zoe Zander'), canceled: words(/was canceled/) },
  },
  {
    page: '/group/:groupId/activity',
    rooms: ['activity', 'group'],
    says: ['client/group/activity-page.tsx'],
    audiences: managers,
    shows: { event: words(texts.event), seat: words(/Zoe Zander/), canceled: words(/was canceled/) },
  },
  {
    page: '/group/:groupId/roster',
    rooms: ['group', 'form'],
    audiences: ['owner', ...lookers],
    shows: { event: words(texts.event), role: words(texts.role), seat: words('Zoe Zander'), canceled: words(/was canceled/) },
  },
  {
    page: '/group/:groupId/poster',
    rooms: ['group', 'form'],
    audiences: ['owner', ...lookers],
    shows: { event: words(texts.event), canceled: words(/was canceled/) },
  },
  {
    page: '/group/:groupId/messages',
    rooms: ['message', 'group', 'form'],
    audiences: ['owner', ...writers],
    shows: { message: words(texts.message), canceled: words(/was canceled/) },
  },
  {
    page: '/event/:eventId/passes',
    rooms: ['activity', 'group'],
    audiences: ['owner', 'manager'],
    // Who was only assigned has no pass yet (R180).
    shows: { event: words(texts.event), own: words(`Guest · ${texts.event}`), canceled: words(/was canceled/) },
  },
  {
    page: '/event/:eventId/practice',
    rooms: ['activity'],
    audiences: ['owner', 'manager'],
    shows: { event: (page) => page.getByText(texts.event).first(), canceled: words(/was canceled/) },
  },
  // Its list is read every 15 seconds: tests/e2e/door.test.ts.
  {
    page: '/door/:eventId',
    rooms: ['door'],
    audiences: ['manager', 'door'],
    shows: { canceled: words('This phone can’t check in guests') },
  },
  {
    page: '/dashboard',
    rooms: ['dashboard'],
    says: ['client/event/dashboard/events-view.tsx'],
    audiences: ['owner', 'admin'],
    shows: { event: words(texts.event), role: words(/^0 of 40$/), seat: words(/^1 of 40$/), canceled: words('Canceled') },
  },
  // R207: the same page, of events that one helps with.
  {
    page: '/dashboard',
    rooms: ['dashboard'],
    audiences: teamRoles,
    shows: { event: words(texts.event) },
  },
  {
    page: '/dashboard',
    tab: '?view=members',
    rooms: ['org'],
    says: ['client/member/members-view.tsx'],
    audiences: ['owner', 'admin'],
    shows: { member: words(texts.member) },
  },
  {
    page: '/profile',
    rooms: ['account'],
    audiences: ['owner'],
    shows: { name: (page) => page.getByText(texts.name) },
  },
  // R219: one's own in the room `account` (tests/e2e/brand.test.ts).
  {
    page: '/brand',
    tab: '?org=:orgId',
    rooms: ['org'],
    audiences: ['owner', 'admin'],
    shows: { brand: (page) => page.getByText(`${texts.brand} via Rolecall`).first() },
  },
]

const form = 'a form: what others change meanwhile is said when it is saved, and who edits what is live (R104, R107)'
const word = 'its text is of the build'
const way = 'a step on the way in or out, done in one go'
/** The other pages, none of which calls itself Live, and why they need no row. */
export const stillPages: Partial<Record<PagePath, string>> = {
  '/': word,
  '/access': way,
  '/login': way,
  '/signup': way,
  '/logout': way,
  '/verify-email': way,
  '/request-token': way,
  '/token': way,
  '/forgot-password': way,
  '/reset-password': way,
  '/publish': way,
  '/prove-email': way,
  '/my-answers': 'a list of links; each of them opens a page that is live',
  '/unsubscribe': way,
  '/hand-over': 'an offer that is answered once',
  '/companion': 'a link that is answered once',
  '/p': 'it only leads on, to a page that is live',
  '/create': form,
  '/event/:eventId/edit': form,
  '/org-setup': form,
  '/member-setup': form,
  '/invitation': way,
  '/team': way,
  '/createGroup': form,
  '/group/:groupId/edit': form,
  '/group/:groupId/invite': form,
  '/pricing': word,
  '/payment': way,
  '/payment/:groupId': 'what is paid for it is read again with the group (P6)',
  '/subscription/success': way,
  '/user-guide': word,
  '/privacy': word,
  '/terms': word,
  '/help': word,
  '/admin': 'read anew every 30 s while it is looked at (R114)',
}

export type PageOfOne = Extract<PagePath, `${string}:${string}`>
/** R205: every page of one event or group, and the roles of its team that it is open to; what was open leaves with the role (tests/e2e/ends.test.ts). */
export const teamPages: Readonly<Record<PageOfOne, readonly TeamRole[]>> = {
  '/door/:eventId': ['manager', 'door'],
  '/event/:eventId': lookers,
  '/event/:eventId/edit': ['manager'],
  '/event/:eventId/passes': ['manager'],
  '/event/:eventId/practice': ['manager'],
  '/group/:groupId': lookers,
  '/group/:groupId/edit': ['manager'],
  '/group/:groupId/roster': lookers,
  '/group/:groupId/poster': lookers,
  '/group/:groupId/messages': writers,
  '/group/:groupId/activity': ['manager'],
  '/group/:groupId/invite': writers,
  '/payment/:groupId': [],
  '/rsvp/:groupId': [],
  '/rsvp/event/:eventId': [],
}
