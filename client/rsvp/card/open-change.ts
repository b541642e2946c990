// Opens the form under the card, to change an answer, and folds it again (R123).
import { dropDraft, editDraft, type RsvpDraft } from '#client/rsvp/answer/draft.ts'
import { useGuest } from '#client/rsvp/guest.ts'

/** Opens it, with what is chosen already, at a question if one is named; what was typed before stays. */
export function openChange(chosen?: RsvpDraft, toQuestion = '') {
  if (chosen) editDraft(chosen)
  useGuest.setState({ isChanging: true, toQuestion })
  // Once it is drawn.
  if (!toQuestion) setTimeout(() => document.getElementById('change')?.focus())
}

/** Folds it, and forgets what was not sent. */
export function closeChange() {
  dropDraft()
  useGuest.setState({ isChanging: false, isArriving: true })
}
