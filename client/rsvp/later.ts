// What the page doesn't need at first: the cover, and what an answer needs only at its end. It comes while the invitee reads, so the page itself opens sooner.
import { loadPage } from '#client/lib/load-page.ts'

export const thankYou = loadPage(() => import('./thank-you.tsx'), 'ThankYou')
export const ownAnswer = loadPage(() => import('#client/rsvp/own/own-answer.tsx'), 'OwnAnswer')
export const cover = loadPage(() => import('#client/ui/seats/cover.tsx'), 'Cover')
export const confirmDialog = loadPage(() => import('#client/rsvp/answer/confirm-dialog.tsx'), 'ConfirmDialog')

/** R87: what opens an answer by its personal link. */
export const loadOpenLink = () => import('#client/rsvp/own/open-link.ts')

/** Fetches them before they are needed. */
export function preloadEnd() {
  thankYou.preload()
  ownAnswer.preload()
  confirmDialog.preload()
}
