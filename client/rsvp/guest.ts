// Who answers, and how far they are: the form they opened, the email they proved, the code on its way, the answer being sent.
import { create } from 'zustand'
import { editDraft, openDraft, useDraft } from '#client/rsvp/answer/draft.ts'
import { underWay } from '#client/rsvp/proof/under-way.ts'
import { normalEmail } from '#protocol/kernel/texts.ts'
import type { FormView, OwnRsvp, Removed } from '#protocol/seats/rsvp.ts'
import type { FirstOwn } from './first-view.ts'
import { putForm, putRsvp, useRsvps } from './store.ts'

/** What the link says: whose form it is, and where the answer came from (R24). */
export interface RsvpLink {
  readonly groupId: string
  readonly eventId: string
  readonly source: string
}

export interface Problem {
  readonly sentence: string
  readonly status: number
}

/** R146: what would be given back for what was refused as it overlaps that; and whether a yes was confirmed. */
export interface Swap {
  readonly groupIds: readonly string[]
  readonly names: string
  readonly confirmed: boolean
}

export interface Guest {
  readonly place: RsvpLink | null
  /** The form on screen; null while it loads. */
  readonly formId: string | null
  readonly problem: Problem | null
  /** The email whose proof the server holds: by code, cookie or session. */
  readonly provenEmail: string
  /** A call has said who this is, so that their cookie is there as well; before, it was drawn into the page. */
  readonly isKnown: boolean
  /** True when a login proves it: the session's email then counts, whatever is typed (R17). */
  readonly isSession: boolean
  readonly userName: string
  /** The email a code was sent to, and from when another may be asked for (milliseconds). */
  readonly codeFor: string
  readonly resendAt: number
  /** R16: an email that is known to have answered, though it isn't proven yet. */
  readonly answeredEmail: string
  /** A code is being sent or checked. */
  readonly isBusy: boolean
  /** R26: the proven email that isn't a member's. */
  readonly refusedEmail: string
  /** Roles the server refused as full, as of the form's rev then. */
  readonly refused: { readonly ids: readonly string[]; readonly rev: number }
  readonly swap: Swap | null
  /** R164: the questions (ids) that have to be answered and aren't, as the form is filled in. */
  readonly openQuestions: readonly string[]
  /** What is wrong with an answer, by question. */
  readonly wrongAnswers: Readonly<Record<string, string>>
  /** The question that takes the focus once it is drawn. */
  readonly toQuestion: string
  /** R129: those who manage the group took this guest's answer away. */
  readonly removed: Removed | null
  /** Who has answered opened the form to change that (R123). */
  readonly isChanging: boolean
  /** An answer was just sent, or found by the proof: the card takes the focus. */
  readonly isArriving: boolean
}

export const nobody = {
  formId: null,
  problem: null,
  provenEmail: '',
  isKnown: false,
  isSession: false,
  userName: '',
  codeFor: '',
  resendAt: 0,
  answeredEmail: '',
  isBusy: false,
  refusedEmail: '',
  refused: { ids: [], rev: 0 },
  swap: null,
  openQuestions: [],
  wrongAnswers: {},
  toQuestion: '',
  removed: null,
  isChanging: false,
  isArriving: false,
} satisfies Omit<Guest, 'place'>
export const useGuest = create<Guest>(() => ({ place: null, ...nobody }))

export const isSameLink = (one: RsvpLink, other: RsvpLink | null) => one.groupId === other?.groupId && one.eventId === other.eventId

/** Takes up the place of a link, with the form that came in the page, if one did (R81), and what the server knew of the reader. */
export function beginForm(place: RsvpLink, first: FormView | null = null, own?: FirstOwn) {
  if (!isSameLink(place, useGuest.getState().place)) {
    const { codeFor = '', resendAt = 0 } = underWay(place.groupId) ?? {}
    useGuest.setState({ place, ...nobody, codeFor, resendAt })
  }
  openDraft(place.groupId, place.eventId)
  if (!first) return
  putForm(first)
  useGuest.setState({ formId: first._id })
  if (!own) return
  if (own.rsvp) putRsvp(own.rsvp, first)
  useGuest.setState({ provenEmail: own.userEmail, userName: own.userName, removed: own.removed ?? null })
}

/** Whether there is more to it than an invitation. */
export const isAnswer = ({ attending, roles }: Pick<OwnRsvp, 'attending' | 'roles'>) => attending !== null || roles.length > 0

/** R239: the answer that a proof finds keeps its name: the one typed before it is forgotten, and another is typed on purpose. */
export function keepName(rsvp: OwnRsvp | null) {
  const { email } = useDraft.getState().draft
  if (rsvp && isAnswer(rsvp) && email !== undefined && normalEmail(email) === rsvp.email) editDraft({ email: undefined, name: undefined })
}

/** The form on screen, newest view. */
export const openedForm = () => {
  const { formId } = useGuest.getState()
  return formId === null ? null : (useRsvps.getState().forms[formId] ?? null)
}
