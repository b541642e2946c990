// What comes next for somebody who answers: the bar at the bottom says it, and leads there (R124).
import type { FormView } from '#protocol/seats/rsvp.ts'
import type { RsvpDraft } from './draft.ts'
import { canStillTake, type Filled, hasLost, isSelfSelect, isSentByCode, isShutOut, seatsLeft } from './form-state.ts'

export interface NextStep {
  readonly name: 'coming' | 'seat' | 'question' | 'email' | 'code' | 'name' | 'send'
  readonly label: string
}

function lastLabel({ attending, seats, waits, newWaits }: Filled, otherwise: string): string {
  if (!attending || newWaits.length === 0 || seats.some((role) => role.isChosen)) return otherwise
  return waits.length === 1 ? `Join the waitlist for ${waits[0]}` : `Join ${waits.length} waitlists`
}

/** R242a: an answer that stands is not turned around by a button that doesn't say so. */
const changed = ({ saved, attending }: Filled) =>
  saved && saved.attending !== null && attending !== null && saved.attending !== attending
    ? `Change to ${attending ? 'Yes' : 'No'}`
    : undefined

/** Said on the card as well. */
export const answerInWords = (open: number) => (open === 1 ? 'Answer 1 question' : `Answer ${open} questions`)

export function nextStep(form: FormView, filled: Filled, draft: RsvpDraft, isCodeOut: boolean): NextStep {
  const { attending, isVerified, email, name, open } = filled
  if (isCodeOut) return { name: 'code', label: isSentByCode(form, filled, draft) ? lastLabel(filled, 'Confirm and send') : 'Confirm' }
  if (hasLost(filled)) return { name: 'seat', label: 'Choose another role' }
  if (attending !== false && isShutOut(form, filled))
    return isVerified ? { name: 'coming', label: 'Say if you can’t make it' } : { name: 'email', label: 'Verify your email' }
  // Whoever types their email first may prove it first.
  const provesFirst = attending === null && !isVerified && email.trim() !== ''
  if (attending !== false && !provesFirst && canStillTake(form, filled)) {
    const left = seatsLeft(filled)
    return { name: 'seat', label: left > 0 ? `Take a seat, ${left} left` : 'Join a waitlist' }
  }
  if (attending !== null && open.length > 0) return { name: 'question', label: answerInWords(open.length) }
  if (!isVerified && (attending !== null || provesFirst)) return { name: 'email', label: 'Verify your email' }
  if (attending === null) return { name: 'coming', label: 'Say if you’re coming' }
  if (attending && !name.trim()) return { name: 'name', label: 'Add your name' }
  return { name: 'send', label: lastLabel(filled, changed(filled) ?? 'Send') }
}

const listed = (names: readonly string[]) => (names.length < 3 ? names.join(' and ') : `${names.length} roles`)

/** What will be sent, in the guest's own words; '' before there is anything. */
export function inWords(form: FormView, filled: Filled): string {
  const { attending, seats, waits, companions } = filled
  if (attending === null) return ''
  if (!attending) return 'I can’t make it'
  if (isShutOut(form, filled)) return ''
  const names = seats.filter((role) => role.isChosen && !role.isFull).map((role) => role.name)
  if (names.length === 0 && seats.some((role) => role.isChosen)) return ''
  const brings = companions.length > 0 ? `, with ${companions.length} more` : ''
  if (names.length > 0) return `I’m coming as ${listed(names)}${brings}`
  if (waits.length > 0) return 'I’m coming, and wait for a seat'
  return filled.comesWithout && seats.length > 0 && isSelfSelect(form) ? 'I’m coming, without a role' : 'I’m coming'
}

/** What is to be known beside it: nothing of it is sent, and what is left of what was chosen. */
export function besideWords(form: FormView, filled: Filled): string {
  const { attending, seats, saved } = filled
  const own = seats.filter((role) => role.isChosen && !role.isHeld && !role.isFull)
  const left = own.length === 1 ? own[0]?.left : undefined
  const held = changed(filled) ? `Your answer is ${saved?.attending ? 'Yes' : 'No'} until then.` : 'Your saved answer holds until then.'
  const answer = saved && saved.attending !== null ? held : ''
  const seatsWords = attending && left !== undefined && isSelfSelect(form) ? `${left} more ${left === 1 ? 'seat' : 'seats'} left.` : ''
  return ['Not sent yet.', answer, seatsWords].filter(Boolean).join(' ')
}
