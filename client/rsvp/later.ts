// What an answer needs only at its end: it comes while the invitee is still choosing, so the page itself opens sooner.
import { loadPage } from '#client/lib/load-page.ts'

export const thankYou = loadPage(() => import('./thank-you.tsx'), 'ThankYou')
export const confirmDialog = loadPage(() => import('#client/rsvp/answer/confirm-dialog.tsx'), 'ConfirmDialog')
export const waiting = loadPage(() => import('#client/waitlist/waiting.tsx'), 'Waiting')
export const myWaiting = loadPage(() => import('#client/waitlist/my-waiting.tsx'), 'MyWaiting')

/** Fetches both before they are needed. */
export function preloadEnd() {
  thankYou.preload()
  confirmDialog.preload()
}
