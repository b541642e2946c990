// What the page doesn't need at first: the cover, and what an answer needs only at its end. It comes while the invitee reads, so the page itself opens sooner.
import { loadPage } from '#client/lib/load-page.ts'

export const thankYou = loadPage(() => import('./thank-you.tsx'), 'ThankYou')
export const cover = loadPage(() => import('#client/ui/seats/cover.tsx'), 'Cover')
export const confirmDialog = loadPage(() => import('#client/rsvp/answer/confirm-dialog.tsx'), 'ConfirmDialog')

/** Fetches both before they are needed. */
export function preloadEnd() {
  thankYou.preload()
  confirmDialog.preload()
}
