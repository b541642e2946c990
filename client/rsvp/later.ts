// What an answer needs only at its end: it comes while the invitee is still choosing, so the page itself opens sooner.
import { loadPage } from '#client/lib/load-page.ts'

export const thankYou = loadPage(() => import('./thank-you.tsx'), 'ThankYou')
export const ownAnswer = loadPage(() => import('#client/rsvp/own/own-answer.tsx'), 'OwnAnswer')
export const confirmDialog = loadPage(() => import('#client/rsvp/answer/confirm-dialog.tsx'), 'ConfirmDialog')

/** R87: what opens an answer by its personal link. */
export const loadOpenLink = () => import('#client/rsvp/own/open-link.ts')

/** Fetches them before they are needed. */
export function preloadEnd() {
  thankYou.preload()
  ownAnswer.preload()
  confirmDialog.preload()
}
