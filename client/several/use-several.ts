// All groups of an event with what is picked in them, as they stand: as the server drew them into the page until that has begun (R81), from then on as calls and broadcasts say.
import { useContext, useEffect, useLayoutEffect, useMemo } from 'react'
import { errorText } from '#client/lib/call-failed.ts'
import { useDraft } from '#client/rsvp/answer/draft.ts'
import { pressAgain } from '#client/rsvp/answer/replay-early-input.ts'
import { arrived } from '#client/rsvp/arrived.ts'
import { type FirstView, FirstViewContext } from '#client/rsvp/first-view.ts'
import { type Problem, useGuest } from '#client/rsvp/guest.ts'
import { type SavedAnswer, savedFor, useRsvps } from '#client/rsvp/store.ts'
import { normalEmail } from '#protocol/kernel/texts.ts'
import type { FormView, Removed } from '#protocol/seats/rsvp.ts'
import type { EventIndex, SeveralForm } from '#protocol/seats/several/several.ts'
import { choose, type Group, type GroupChoice } from './choice.ts'
import { type Picks, usePicks } from './picks.ts'
import { takeEarly } from './replay-early-input.ts'
import { beginSeveral, type Refused, useSeveral } from './store.ts'

export const severalCalls = () => arrived(import('./calls.ts'))

export interface Who {
  readonly email: string
  readonly name: string
  readonly isVerified: boolean
}
export interface SeveralView {
  readonly index: EventIndex
  readonly all: readonly GroupChoice[]
  readonly who: Who
}

const drawnIn = ({ several }: FirstView, eventId: string): SeveralForm | null =>
  several && (several.index._id === eventId || several.index._id === '') ? { ...several, index: { ...several.index, _id: eventId } } : null

interface Sources {
  readonly index: EventIndex
  readonly forms: Readonly<Record<string, FormView>>
  readonly savedIn: (form: FormView) => SavedAnswer | null
  readonly removed: Readonly<Record<string, Removed>>
  readonly refused: Readonly<Record<string, Refused>>
  readonly picks: Picks
}
/** A group that is no more stays in sight for whoever has picked in it, or has an answer there. */
function chosenFrom({ index, forms, savedIn, removed, refused, picks }: Sources): GroupChoice[] {
  const listed = index.groups.flatMap(({ _id }) => forms[_id] ?? [])
  const gone = Object.values(forms).filter(
    (form) => form.eventId === index._id && !listed.includes(form) && (picks[form._id]?.isComing || savedIn(form)?.attending),
  )
  const groups = [...listed, ...gone].map((form): Group => {
    const no = refused[form._id]
    const refusedIds = no && no.rev >= form.rev ? no.ids : []
    return { form, saved: savedIn(form), refusedIds, ...(removed[form._id] && { removed: removed[form._id] }) }
  })
  return choose(groups, picks, index)
}

const byId = (forms: readonly FormView[]) => Object.fromEntries(forms.map((form) => [form._id, form]))

/** As the server drew it. */
function drawnView(first: SeveralForm): SeveralView {
  const { index, forms, own, userEmail, userName } = first
  const savedIn = (form: FormView) => {
    const rsvp = own.find(({ groupId }) => groupId === form._id)?.rsvp
    return rsvp ? savedFor(form, rsvp) : null
  }
  const removed = Object.fromEntries(own.flatMap(({ groupId, removed: one }) => (one ? [[groupId, one]] : [])))
  const all = chosenFrom({ index, forms: byId(forms), savedIn, removed, refused: {}, picks: {} })
  return { index, all, who: { email: userEmail, name: userName, isVerified: userEmail !== '' } }
}

/** As the stores have it at this moment; null until it is there. */
export function viewNow(eventId: string): SeveralView | null {
  const { index, removed, refused, eventId: here } = useSeveral.getState()
  const [{ forms, answers }, guest, { draft }, { picks }] = [
    useRsvps.getState(),
    useGuest.getState(),
    useDraft.getState(),
    usePicks.getState(),
  ]
  if (!index || here !== eventId) return null
  const email = guest.isSession ? guest.provenEmail : (draft.email ?? guest.provenEmail)
  const isVerified = guest.provenEmail !== '' && normalEmail(email) === guest.provenEmail
  const own = isVerified ? Object.values(answers).filter((one) => one.email === guest.provenEmail && one.eventId === eventId) : []
  const savedIn = (form: FormView) => own.find(({ groupId }) => groupId === form._id) ?? null
  const all = chosenFrom({ index, forms, savedIn, removed: isVerified ? removed : {}, refused, picks })
  const name = draft.name ?? (own.find((one) => one.name)?.name || (isVerified ? guest.userName : ''))
  return { index, all, who: { email, name, isVerified } }
}

/** Follows that. */
function useLiveView(eventId: string): SeveralView | null {
  const sources = [useSeveral(), useRsvps(), useGuest(), useDraft(), usePicks()]
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- it reads the stores, and is made anew with any of them
  return useMemo(() => viewNow(eventId), [eventId, ...sources])
}

export const reopen = (eventId: string) =>
  void severalCalls().then(
    ({ openSeveral }) => openSeveral(eventId),
    (error: unknown) => useSeveral.setState({ problem: { sentence: errorText(error), status: 0 } }),
  )

/** Opens the event of the address, and keeps it live. */
export function useSeveralView(eventId: string): { view: SeveralView | null; problem: Problem | null } {
  const first = useContext(FirstViewContext)
  const drawn = useMemo(() => drawnIn(first, eventId), [first, eventId])
  const drawnAs = useMemo(() => drawn && drawnView(drawn), [drawn])
  const live = useLiveView(eventId)
  const { problem, eventId: here } = useSeveral()
  const isKnown = useGuest((now) => now.isKnown)
  useLayoutEffect(() => {
    beginSeveral(eventId, drawn)
    if (drawn) takeEarly()
  }, [eventId, drawn])
  useEffect(() => {
    if (drawn) pressAgain()
    reopen(eventId)
    let stop: (() => void) | undefined
    let isOver = false
    void severalCalls().then(
      ({ watchEvent }) => {
        if (!isOver) stop = watchEvent(eventId)
      },
      () => {},
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [eventId, drawn])
  // early.js keeps what is drawn from who is logged in, until it is known how they stand.
  useEffect(() => {
    if (isKnown || problem) delete document.documentElement.dataset.session
  }, [isKnown, problem])
  return { view: here === eventId ? live : drawnAs, problem: here === eventId ? problem : here === '' ? (first.problem ?? null) : null }
}
