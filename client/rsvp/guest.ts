// Who answers, and how far they are: the form they opened, the email they proved, the code on its way, the answer being sent.
import { create } from 'zustand'
import { openDraft } from '#client/rsvp/answer/draft.ts'
import type { FormView } from '#protocol/rsvp.ts'
import { putForm, useRsvps } from './store.ts'

/** What the link says: whose form it is, and where the answer came from (R24). */
export interface Place {
  readonly groupId: string
  readonly eventId: string
  readonly source: string
}

export interface Problem {
  readonly sentence: string
  readonly status: number
}

export interface Guest {
  readonly place: Place | null
  /** The form on screen; null while it loads. */
  readonly formId: string | null
  readonly problem: Problem | null
  /** The email whose proof the server holds: by code, cookie or session. */
  readonly provenEmail: string
  /** True when a login proves it: the session's email then counts, whatever is typed (R17). */
  readonly isSession: boolean
  readonly userName: string
  /** The email a code was sent to, and from when another may be asked for (milliseconds). */
  readonly codeFor: string
  readonly resendAt: number
  /** R26: the proven email that isn't a member's. */
  readonly refusedEmail: string
  /** Roles the server refused as full, as of the form's rev then. */
  readonly refused: { readonly ids: readonly string[]; readonly rev: number }
  /** The answer is in: the Thank You screen shows. */
  readonly isSent: boolean
}

export const nobody = {
  formId: null,
  problem: null,
  provenEmail: '',
  isSession: false,
  userName: '',
  codeFor: '',
  resendAt: 0,
  refusedEmail: '',
  refused: { ids: [], rev: 0 },
  isSent: false,
} satisfies Omit<Guest, 'place'>
export const useGuest = create<Guest>(() => ({ place: null, ...nobody }))

export const isSame = (one: Place, other: Place | null) => one.groupId === other?.groupId && one.eventId === other.eventId

/** Takes up the place of a link, with the form that came in the page, if one did (R81). */
export function beginForm(place: Place, first: FormView | null = null) {
  if (!isSame(place, useGuest.getState().place)) useGuest.setState({ place, ...nobody })
  openDraft(place.groupId, place.eventId)
  if (!first) return
  putForm(first)
  useGuest.setState({ formId: first._id })
}

/** The form on screen, newest view. */
export const openedForm = () => {
  const { formId } = useGuest.getState()
  return formId === null ? null : (useRsvps.getState().forms[formId] ?? null)
}
