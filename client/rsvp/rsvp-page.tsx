// The invitee's page: one event in one glance, three steps, one answer. Everything on it moves while they look.
import { Suspense, useContext, useEffect, useLayoutEffect } from 'react'
import { useParams, useSearch } from 'wouter'
import { sentenceOf } from '#client/lib/call-failed.ts'
import { useReturn } from '#client/lib/reach.ts'
import { pressAgain, takeTyped } from '#client/rsvp/answer/early.ts'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import type { FormView } from '#protocol/rsvp.ts'
import { isId } from '#protocol/texts.ts'
import { ClosedNotice } from './closed-notice.tsx'
import { EventGlance } from './event-glance.tsx'
import { FirstViewContext } from './first-view.ts'
import { beginForm, type Place, type Problem, useGuest } from './guest.ts'
import { formRoom, guestCalls, thankYou } from './later.ts'
import { RsvpForm } from './rsvp-form.tsx'
import { RsvpSkeleton } from './rsvp-skeleton.tsx'
import { useRsvps } from './store.ts'

/** Asks for the form anew: for who is asking (R14), or because it may be another by now. */
const openForm = (place: Place) =>
  void guestCalls().then(
    (calls) => calls.openForm(place),
    (error: unknown) => useGuest.setState({ place, problem: { sentence: sentenceOf(error), status: 0 } }),
  )

/** Watches the form's room: known from the link at once, or from the form when the link leaves the event out (R23). */
function useFormRoom(place: Place | null, form: FormView | null) {
  const groupId = place?.groupId
  const eventId = isId(place?.eventId ?? '') ? place?.eventId : form?.eventId
  useEffect(() => {
    if (!groupId || eventId === undefined) return
    let stop: (() => void) | undefined
    let isOver = false
    const begin = ({ watchForm }: Awaited<ReturnType<typeof formRoom>>) => {
      if (!isOver) stop = watchForm(groupId, eventId)
    }
    void formRoom().then(begin, () => {}) // silence is noted, and the page says so
    return () => {
      isOver = true
      stop?.()
    }
  }, [groupId, eventId])
}

/** Opens the form of the address; what the server drew into the page stands from the start (R81). */
function useOpenedForm(address: Place) {
  const { groupId, eventId, source } = address
  const first = useContext(FirstViewContext)
  const { place, formId, problem, isSent } = useGuest()
  const stored = useRsvps(({ forms }) => (formId === null ? null : (forms[formId] ?? null)))
  const isHere = place?.groupId === groupId && place.eventId === eventId
  const drawn = first.form?._id === groupId ? first.form : null
  // In the very step that makes the page awake: what is typed between that and an effect would be put back by React, as it knows of none of it.
  useLayoutEffect(() => {
    beginForm({ groupId, eventId, source }, drawn)
    if (drawn) takeTyped()
  }, [groupId, eventId, source, drawn])
  useEffect(() => {
    if (drawn) pressAgain()
    openForm({ groupId, eventId, source })
  }, [groupId, eventId, source, drawn])
  const form = isHere ? stored : drawn
  useFormRoom(isHere ? place : null, form)
  return { form, isSent, problem: isHere ? problem : place === null ? (first.problem ?? null) : null }
}

/** Shows /rsvp/{groupId}?eventId=..&code=.. */
export function RsvpPage() {
  const { groupId = '' } = useParams<{ groupId?: string }>()
  const query = new URLSearchParams(useSearch())
  const address = { groupId, eventId: query.get('eventId') ?? '', source: query.get('code') ?? '' }
  // From here on the page is awake; what it loads next isn't waited for.
  useEffect(() => void performance.mark('answerable'), [])
  const { form, isSent, problem } = useOpenedForm(address)
  useEndOf(form)
  useEffect(() => {
    if (form) document.title = form.event?.name ?? form.name
  }, [form])
  if (form) return <OpenedForm form={form} isSent={isSent} />
  if (problem) return <LoadProblem problem={problem} onRetry={() => openForm(address)} />
  return <RsvpSkeleton />
}

/** R21: asks for the form again when the event ends, since nothing is written then that would be sent. */
function useEndOf(form: FormView | null) {
  const end = form?.status === 'open' ? form.event?.end : undefined
  useEffect(() => {
    const wait = end ? Date.parse(end) - Date.now() + 500 : 0
    if (wait <= 0 || wait > 86_400_000) return
    const timer = setTimeout(() => {
      const { place } = useGuest.getState()
      if (place) openForm(place)
    }, wait)
    return () => clearTimeout(timer)
  }, [end])
}

function OpenedForm({ form, isSent }: { form: FormView; isSent: boolean }) {
  const isShut = form.status === 'cancelled' || form.status === 'unpublished'
  return (
    <Page width="narrow" className="gap-6! pt-6! sm:gap-8! sm:pt-10! sm:pb-16!">
      {isSent && !isShut ? (
        <Suspense>
          <thankYou.Component form={form} />
        </Suspense>
      ) : (
        <>
          {form.status !== 'unpublished' && <EventGlance form={form} />}
          <ClosedNotice status={form.status} />
          {!isShut && <RsvpForm form={form} />}
        </>
      )}
    </Page>
  )
}

function LoadProblem({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  const isOffline = problem.status === 0
  useReturn(onRetry)
  const isLinkWrong = problem.status === 404 || problem.status === 400
  const title = isOffline ? 'We can’t reach Rolecall' : problem.sentence
  return (
    <Page width="narrow">
      <h1 className="sr-only">Invitation</h1>
      <ErrorState title={title} onRetry={isLinkWrong ? undefined : onRetry}>
        {isOffline && 'Check your connection. The invitation opens by itself once it is back.'}
        {isLinkWrong && 'Check the link, or ask whoever sent it for a new one.'}
      </ErrorState>
    </Page>
  )
}
