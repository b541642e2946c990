// The invitee's page: one event in one glance, three steps, one answer. Everything on it moves while they look.
import { Suspense, useContext, useEffect, useLayoutEffect, useMemo } from 'react'
import { useParams, useSearch } from 'wouter'
import { errorText } from '#client/lib/call-failed.ts'
import { useWearing } from '#client/lib/event/brand-face.ts'
import { LoadProblem, NotPublished } from '#client/lib/event/invitation-problem.tsx'
import { useClockOffset } from '#client/lib/event/use-now.ts'
import { serverNow } from '#client/lib/now.ts'
import { Coming } from '#client/rsvp/answer/coming.tsx'
import { pressAgain, takeTyped } from '#client/rsvp/answer/replay-early-input.ts'
import { Page } from '#client/ui/layout/page.tsx'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { nextTurn } from '#protocol/seats/several/window.ts'
import { isTouched, useDraft } from './answer/draft.ts'
import { notePageTime } from './card/page-time.ts'
import { useStanding } from './card/use-standing.ts'
import { EventGlance } from './event-glance.tsx'
import { drawnForm, FirstViewContext } from './first-view.ts'
import { beginForm, type RsvpLink, useGuest } from './guest.ts'
import { belowCard, guestCalls, stateCard } from './lazy-parts.ts'
import { RsvpForm } from './rsvp-form.tsx'
import { RsvpSkeleton } from './rsvp-skeleton.tsx'
import { useRsvps } from './store.ts'
import { useFormRoom, useOwnRoom } from './use-rooms.ts'

notePageTime()

/** Asks for the form anew: for who is asking (R14), or because it may be another by now. */
const openForm = (place: RsvpLink) =>
  void guestCalls().then(
    (calls) => calls.openForm(place),
    (error: unknown) => useGuest.setState({ place, problem: { sentence: errorText(error), status: 0 } }),
  )

/** Opens the form of the address; what the server drew into the page stands from the start (R81). */
function useOpenedForm(address: RsvpLink) {
  const { groupId, eventId, source } = address
  const first = useContext(FirstViewContext)
  const { place, formId, problem, isKnown } = useGuest()
  const stored = useRsvps(({ forms }) => (formId === null ? null : (forms[formId] ?? null)))
  const isHere = place?.groupId === groupId && place.eventId === eventId
  const drawn = useMemo(() => drawnForm(first, groupId), [first, groupId])
  // In the very step that hydrates the page: what is typed between that and an effect would be put back by React, as it knows of none of it.
  useLayoutEffect(() => {
    beginForm({ groupId, eventId, source }, drawn, first.own)
    if (drawn) takeTyped()
  }, [groupId, eventId, source, drawn, first])
  useEffect(() => {
    if (drawn) pressAgain()
    openForm({ groupId, eventId, source })
  }, [groupId, eventId, source, drawn])
  const form = isHere ? stored : drawn
  // early.js keeps the form from who is logged in, until it is known how they stand.
  useEffect(() => {
    if (isKnown || problem) delete document.documentElement.dataset.session
  }, [isKnown, problem])
  useFormRoom(isHere ? place : null, form)
  return { form, problem: isHere ? problem : place === null ? (first.problem ?? null) : null }
}

export function RsvpPage() {
  const { groupId = '' } = useParams<{ groupId?: string }>()
  const query = new URLSearchParams(useSearch())
  const address = { groupId, eventId: query.get('eventId') ?? '', source: query.get('code') ?? '' }
  // From here on the page is hydrated; what it loads next isn't waited for.
  useEffect(() => void performance.mark('answerable'), [])
  const { form, problem } = useOpenedForm(address)
  useEndOf(form)
  useWearing(form ? (form.brand?.face ?? null) : undefined)
  useEffect(() => {
    if (form) document.title = form.event?.name ?? form.name
  }, [form])
  if (form) return <OpenedForm form={form} />
  if (problem) return <LoadProblem problem={problem} onRetry={() => openForm(address)} />
  return <RsvpSkeleton />
}

/** R21, R141a: asks for the form again when the event ends, or answers open or close, since nothing is written then that would be sent. */
function useEndOf(form: FormView | null) {
  const offset = useClockOffset()
  const turn = form?.status === 'open' ? nextTurn([form.opensAt, form.closesAt, form.event?.end], serverNow()) : undefined
  useEffect(() => {
    const wait = turn ? Date.parse(turn) - serverNow() + 500 : 0
    if (wait <= 0 || wait > 86_400_000) return
    const timer = setTimeout(() => {
      const { place } = useGuest.getState()
      if (place) openForm(place)
    }, wait)
    return () => clearTimeout(timer)
  }, [turn, offset])
}

/** Whether the form stands under the card: it was opened, or holds something that waits to be sent. */
function useIsChanging(): boolean {
  const isChanging = useGuest((now) => now.isChanging)
  const { draft } = useDraft()
  return isChanging || isTouched(draft)
}

/** R123: how the reader stands comes first; whoever has not answered is asked, and whoever has may change that. */
function OpenedForm({ form }: { form: FormView }) {
  const stands = useStanding(form)
  const isChanging = useIsChanging()
  useOwnRoom(form)
  const { state } = stands
  const isAsked = state === 'unanswered'
  const mayChange = form.status === 'open' && state !== 'over' && !(state === 'removed' && stands.next === null)
  if (form.status === 'unpublished') return <NotPublished />
  return (
    <Page width="narrow" className="gap-6! pt-6! sm:gap-8! sm:pt-10! sm:pb-16!">
      {/* One place for both, so that a form somebody is filling in stays as it is when what is known of them changes. */}
      <section data-state={state} className="flex flex-col gap-6 sm:gap-8">
        {isAsked ? (
          <EventGlance form={form}>
            <Coming form={form} isInTicket />
          </EventGlance>
        ) : (
          <Suspense fallback={<EventGlance form={form} />}>
            <stateCard.Component form={form} stands={stands} isBar={!(isChanging && mayChange)} />
          </Suspense>
        )}
        {!isAsked && isChanging && mayChange && <Coming form={form} />}
        {(isAsked || (isChanging && mayChange)) && <RsvpForm form={form} isAsked={isAsked} />}
      </section>
      {!isAsked && (
        <Suspense>
          <belowCard.Component form={form} stands={stands} />
        </Suspense>
      )}
    </Page>
  )
}
