// The paths of the client's pages: what the server answers with them, and 404 everywhere else (R136).

export const pagePaths = [
  '/',
  '/access',
  '/login',
  '/signup',
  '/logout',
  '/verify-email',
  '/request-token',
  '/token',
  '/forgot-password',
  '/reset-password',
  '/publish',
  '/prove-email',
  '/my-answers',
  '/unsubscribe',
  '/hand-over',
  '/companion',
  '/p',
  '/door/:eventId',
  '/create',
  '/event/:eventId',
  '/event/:eventId/edit',
  '/dashboard',
  '/org-setup',
  '/member-setup',
  '/invitation',
  '/team',
  '/createGroup',
  '/group/:groupId',
  '/group/:groupId/edit',
  '/group/:groupId/roster',
  '/event/:eventId/passes',
  '/event/:eventId/practice',
  '/group/:groupId/poster',
  '/group/:groupId/messages',
  '/group/:groupId/activity',
  '/group/:groupId/invite',
  '/pricing',
  '/payment',
  '/payment/:groupId',
  '/subscription/success',
  '/user-guide',
  '/privacy',
  '/terms',
  '/help',
  '/admin',
  '/brand',
  '/profile',
  '/rsvp/:groupId',
  '/rsvp/event/:eventId',
] as const
export type PagePath = (typeof pagePaths)[number]

const partsOf = (path: string) => path.toLowerCase().replace(/\/$/, '').split('/')
const patterns = pagePaths.map((path) => path.replace(/\/$/, '').split('/'))

/** Whether the client has a page there, as its router finds it. */
export function isPage(path: string): boolean {
  const parts = partsOf(path)
  const fits = (pattern: readonly string[]) =>
    pattern.length === parts.length &&
    pattern.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part.toLowerCase() === parts[at]))
  return patterns.some(fits)
}
