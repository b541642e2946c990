// What the page doesn't need to be read or typed into: calls and socket come right after the first paint, the end of an answer while the invitee is choosing.
import { brandReady } from '#client/brand/lazy-parts.ts'
import { loadPage } from '#client/lib/load-page.tsx'
import { afterOpening } from './after-opening.ts'
import { arrived } from './arrived.ts'
import { drawnForms, type FirstView, hasCard } from './first-view.ts'

/** What a reader who has answered sees instead of the form (R123): most who open a link for the first time never load it. */
export const stateCard = loadPage(() => import('./card/state-card.tsx'), 'StateCard')
export const belowCard = loadPage(() => import('./card/below-card.tsx'), 'BelowCard')
export const questionsPart = loadPage(() => import('./questions/questions-part.tsx'), 'QuestionsPart')
export const cardReady = () => Promise.all([stateCard.ready(), belowCard.ready()])
/** Events whose organizers give out the roles are the fewer. */
export const givenOut = loadPage(() => import('#client/rsvp/answer/given-out.tsx'), 'GivenOut')
/** What the server drew besides the form itself (R81): the page is taken over once that is there. */
export const drawnReady = (first: FirstView) => {
  // Who was invited by name and hasn't answered is drawn the form.
  const isAsked = !hasCard(first) || first.own?.rsvp?.attending === null
  return Promise.all([
    hasCard(first) && cardReady(),
    isAsked && first.form?.questions && questionsPart.ready(),
    isAsked && first.form?.event?.enableRoleSelfSelect === false && givenOut.ready(),
    drawnForms(first)[0]?.brand?.face && brandReady(),
  ])
}
export const confirmDialog = loadPage(() => import('#client/rsvp/answer/confirm-dialog.tsx'), 'ConfirmDialog')
export const noteField = loadPage(() => import('#client/rsvp/answer/note-field.tsx'), 'NoteField')
export const waitOptions = loadPage(() => import('#client/waitlist/wait-options.tsx'), 'WaitOptions')

/** Fetches them before they are needed. */
export function preloadEnd() {
  stateCard.preload()
  belowCard.preload()
  confirmDialog.preload()
}

export const guestCalls = () => arrived(import('./guest-calls.ts'))
export const checking = () => arrived(import('./questions/check.ts'))
export const submitting = () => afterOpening(import('#client/rsvp/answer/submit.ts'))
export const ownRoom = () => arrived(import('./own/own-room.ts'))
export const formRoom = () => arrived(import('./form-room.ts'))
