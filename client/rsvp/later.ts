// What the page doesn't need to be read or typed into: calls and socket come right after the first paint, the end of an answer while the invitee is choosing.
import { CallFailed, offlineSentence } from '#client/lib/call-failed.ts'
import { loadPage } from '#client/lib/load-page.tsx'
import { noteSilence } from '#client/lib/reach.ts'

export const thankYou = loadPage(() => import('./thank-you.tsx'), 'ThankYou')
export const ownAnswer = loadPage(() => import('#client/rsvp/own/own-answer.tsx'), 'OwnAnswer')
export const confirmDialog = loadPage(() => import('#client/rsvp/answer/confirm-dialog.tsx'), 'ConfirmDialog')
export const confirmCard = loadPage(() => import('#client/reminder/confirm-card.tsx'), 'ConfirmCard')
export const noteField = loadPage(() => import('#client/rsvp/answer/note-field.tsx'), 'NoteField')
export const myWaiting = loadPage(() => import('#client/waitlist/my-waiting.tsx'), 'MyWaiting')

/** R87: what opens an answer by its personal link. */
export const loadOpenLink = () => import('#client/rsvp/own/open-link.ts')

/** Fetches them before they are needed. */
export function preloadEnd() {
  thankYou.preload()
  ownAnswer.preload()
  confirmDialog.preload()
}

/** A file that doesn't come is as good as a call that isn't answered. Throws CallFailed. */
const arrived = <Module>(module: Promise<Module>) =>
  module.catch((cause: unknown): never => {
    noteSilence()
    throw new CallFailed(0, { error: offlineSentence, code: 'offline' }, cause)
  })

export const guestCalls = () => arrived(import('./guest-calls.ts'))
export const submitting = () => arrived(import('#client/rsvp/answer/submit.ts'))
export const formRoom = () => arrived(import('./form-room.ts'))
