// How a guest stands with an event, and the one act that is next: the rule behind the card of the invitation (R123). Pure.
import type { FormView, OwnRsvp } from '#protocol/seats/rsvp.ts'

export const states = [
  'unanswered',
  'coming',
  'waiting',
  'offered',
  'assigned',
  'handing-over',
  'declined',
  'removed',
  'canceled',
  'over',
] as const
export type State = (typeof states)[number]

export const nextActs = [
  'answer',
  'confirm',
  'accept',
  'take-back',
  'add-to-calendar',
  'remove-from-calendar',
  'change',
  'complete',
  'take-seat',
  'come-after-all',
  'answer-again',
] as const
export type NextAct = (typeof nextActs)[number]

/** Whether somebody waits for a yes or a no; both are then buttons. */
export const isQuestion = (next: NextAct | null) => next === 'confirm' || next === 'accept'

/** What the rule needs of an answer; `confirmed` as of the current start (R54). */
export type Answer = Pick<OwnRsvp, 'attending' | 'roles' | 'confirmed' | 'waiting' | 'offers' | 'handOver' | 'cameBy' | 'companions'> &
  Partial<Pick<OwnRsvp, 'name'>>

export interface FreeRole {
  readonly name: string
  /** How many seats. */
  readonly left: number
}

export interface StandingFacts {
  readonly status: FormView['status']
  /** When the event ends, ISO; null where there is none. */
  readonly end: string | null
  readonly showConfirmation: boolean
  /** null before the proof, and where there is none. */
  readonly answer: Answer | null
  /** R129: those who manage the group took the answer away. */
  readonly removed?: { readonly mayAnswer: boolean } | undefined
  /** R164: how many of the questions that have to be answered are still open. */
  readonly open?: number | undefined
  /** The roles with seats that they may take now; none where guests don't pick. */
  readonly free?: readonly FreeRole[] | undefined
}

export interface Standing {
  readonly state: State
  /** null where nothing is left to do. */
  readonly next: NextAct | null
  /** When it changes without anybody saying so, ISO; null for never. */
  readonly until: string | null
}

const stillOpen = (until: string | undefined, now: number) => until !== undefined && Date.parse(until) > now

/** The seats that are held for this guest at this time, the one that ends first in front. */
export const offersOpen = (answer: Pick<Answer, 'offers'>, now: number) =>
  (answer.offers ?? []).filter(({ until }) => stillOpen(until, now)).toSorted((a, b) => (a.until < b.until ? -1 : 1))

/** The state of an answer of an event that is still ahead. */
function stateOf(answer: Answer, now: number): State {
  const { attending, roles, waiting = [], handOver } = answer
  if (offersOpen(answer, now).length > 0) return 'offered'
  if (attending === false) return 'declined'
  if (stillOpen(handOver?.until, now)) return 'handing-over'
  if (attending === null && roles.length > 0) return 'assigned'
  if (waiting.length > 0) return 'waiting'
  return attending ? 'coming' : 'unanswered'
}

function nextOf(state: State, { answer, showConfirmation, end, open = 0, free = [] }: StandingFacts): NextAct | null {
  const isComing = answer?.attending === true
  if (state === 'unanswered') return 'answer'
  if (state === 'assigned') return 'confirm'
  if (state === 'offered') return 'accept'
  if (state === 'handing-over') return 'take-back'
  // What is sent then says yes or no anew, and confirms as well.
  if (open > 0) return 'complete'
  if (state === 'declined') return 'come-after-all'
  if (isComing && showConfirmation && !answer.confirmed) return 'confirm'
  if (answer?.roles.length === 0 && free.length > 0) return 'take-seat'
  return isComing && end !== null ? 'add-to-calendar' : 'change'
}

const soonest = (...moments: readonly (string | null | undefined)[]) => moments.filter((one) => typeof one === 'string').sort()[0] ?? null

/** Theirs was an entry for a calendar. */
const wasComing = ({ answer, end }: StandingFacts) => answer?.attending === true && end !== null

/** R123: state and next act follow from the reader's answer, the event and the time, and from nothing else. */
export function standingOf(facts: StandingFacts, now: number): Standing {
  const { status, end, answer, removed } = facts
  if (status === 'cancelled') return { state: 'canceled', next: wasComing(facts) ? 'remove-from-calendar' : null, until: null }
  if (status === 'ended' || (end !== null && Date.parse(end) <= now)) return { state: 'over', next: null, until: null }
  if (!answer && removed) return { state: 'removed', next: removed.mayAnswer ? 'answer-again' : null, until: end }
  const state = answer ? stateOf(answer, now) : 'unanswered'
  const held = answer ? offersOpen(answer, now)[0]?.until : undefined
  return { state, next: nextOf(state, facts), until: soonest(end, held, state === 'handing-over' ? answer?.handOver?.until : null) }
}
