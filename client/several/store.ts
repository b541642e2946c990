// The event with several groups that is on screen: which groups there are, what went wrong, and what the server said no to in each.
import { create } from 'zustand'
import { accessOf, useSession } from '#client/lib/session.ts'
import type { Problem } from '#client/rsvp/guest.ts'
import { beginForm, isAnswer, keepName, nobody, useGuest } from '#client/rsvp/guest.ts'
import { isAside } from '#client/rsvp/proof/aside.ts'
import { putForm, putRsvp, useRsvps } from '#client/rsvp/store.ts'
import type { Removed } from '#protocol/seats/rsvp.ts'
import type { EventIndex, SeveralForm } from '#protocol/seats/several/several.ts'
import { openPicks } from './picks.ts'

/** What the server said no to in one group. */
export interface Refused {
  readonly sentence: string
  /** Roles (ids) that were full, as of the form's revision then. */
  readonly ids: readonly string[]
  readonly rev: number
}

interface Several {
  readonly eventId: string
  readonly index: EventIndex | null
  readonly problem: Problem | null
  /** By group: those who manage it took this guest's answer away. */
  readonly removed: Readonly<Record<string, Removed>>
  readonly refused: Readonly<Record<string, Refused>>
  /** By group and question: what is wrong with an answer. */
  readonly wrongAnswers: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** By group and row of who comes along, '' for all of them. */
  readonly wrongCompanions: Readonly<Record<string, Readonly<Record<string, string>>>>
}
const nothing = { index: null, problem: null, removed: {}, refused: {}, wrongAnswers: {}, wrongCompanions: {} }
export const useSeveral = create<Several>(() => ({ eventId: '', ...nothing }))

/** Puts an index in, unless a newer one is there. An equal one may pass: the end of an event changes the view, not the record. */
export function putIndex(index: EventIndex) {
  const { eventId, index: before } = useSeveral.getState()
  if (index._id === eventId && (before?.rev ?? 0) <= index.rev) useSeveral.setState({ index })
}

/** Takes in all groups, and what is known of who reads them. */
export function takeSeveral({ index, forms, ...known }: SeveralForm) {
  for (const form of forms) putForm(form)
  putIndex(index)
  placeProof()
  const isOther = accessOf(useSession.getState()) !== 'account' && isAside(index._id)
  const { userEmail, userName, own } = isOther ? { userEmail: '', userName: '', own: [] } : known
  for (const { groupId, rsvp } of own) {
    const form = useRsvps.getState().forms[groupId]
    if (rsvp && form) putRsvp(rsvp, form)
  }
  keepName(own.find(({ rsvp }) => rsvp && isAnswer(rsvp))?.rsvp ?? null)
  useSeveral.setState({ removed: Object.fromEntries(own.flatMap(({ groupId, removed }) => (removed ? [[groupId, removed]] : []))) })
  useGuest.setState({ provenEmail: userEmail, userName })
}

/** The group at which an email is proven: one proof holds for all, and any that can be answered will do. */
function proofPlace(eventId: string, index: EventIndex | null, forms: SeveralForm['forms']) {
  const open = index?.groups.find(({ _id }) => forms.find((form) => form._id === _id)?.status === 'open')
  return { groupId: open?._id ?? index?.groups[0]?._id ?? '', eventId, source: '' }
}

/** Where the proof is to be asked for, as the groups stand now; who is known already keeps theirs. */
export function placeProof() {
  const { eventId, index } = useSeveral.getState()
  const place = proofPlace(eventId, index, Object.values(useRsvps.getState().forms))
  const { place: before, ...known } = useGuest.getState()
  const isLost = before && useRsvps.getState().forms[before.groupId]?.status !== 'open'
  if (!place.groupId || (before?.eventId === eventId && before.groupId && !isLost)) return
  if (before?.eventId !== eventId) return beginForm(place)
  beginForm(place)
  useGuest.setState({ ...known, codeFor: '', resendAt: 0 }) // a code is one group's
}

/** Takes up the event of a link, with what came in the page (R81). */
export function beginSeveral(eventId: string, first: SeveralForm | null) {
  if (useSeveral.getState().eventId !== eventId) {
    useSeveral.setState({ eventId, ...nothing })
    useGuest.setState({ place: null, ...nobody })
  }
  openPicks(eventId)
  if (first) takeSeveral(first)
}
