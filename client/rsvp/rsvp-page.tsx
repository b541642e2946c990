// The invitee's page: one event in one glance, three steps, one answer. Everything on it moves while they look.
import { Suspense, useEffect } from 'react'
import { useParams, useSearch } from 'wouter'
import { useWatch } from '#client/lib/live.ts'
import { useReturn } from '#client/lib/reach.ts'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { EventId } from '#protocol/fields.ts'
import { formRoom } from '#protocol/live.ts'
import type { FormView } from '#protocol/rsvp.ts'
import { ClosedNotice } from './closed-notice.tsx'
import { EventGlance } from './event-glance.tsx'
import { openForm, type Place, type Problem, useGuest } from './guest.ts'
import { thankYou } from './later.ts'
import { RsvpForm } from './rsvp-form.tsx'
import { RsvpSkeleton } from './rsvp-skeleton.tsx'
import { putForm, useRsvps } from './store.ts'

const watcher = { onView: putForm }

/** The room to watch: known from the link at once, or from the form when the link leaves the event out (R23). */
function roomOf({ groupId, eventId }: Place, form: FormView | null) {
  if (EventId.safeParse(eventId).success) return formRoom(groupId, eventId)
  return form ? formRoom(groupId, form.eventId) : null
}

/** Shows /rsvp/{groupId}?eventId=..&code=.. */
export function RsvpPage() {
  const { groupId = '' } = useParams<{ groupId?: string }>()
  const query = new URLSearchParams(useSearch())
  const [eventId, source] = [query.get('eventId') ?? '', query.get('code') ?? '']
  const { place, formId, problem, isSent } = useGuest()
  const form = useRsvps(({ forms }) => (formId === null ? null : (forms[formId] ?? null)))
  const isHere = place?.groupId === groupId && place.eventId === eventId
  useEffect(() => void openForm({ groupId, eventId, source }), [groupId, eventId, source])
  useWatch(isHere ? roomOf(place, form) : null, watcher)
  useEndOf(form)
  useEffect(() => {
    if (form) document.title = form.event?.name ?? form.name
  }, [form])
  if (isHere && form) return <OpenedForm form={form} isSent={isSent} />
  if (isHere && problem) return <LoadProblem problem={problem} onRetry={() => void openForm({ groupId, eventId, source })} />
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
      if (place) void openForm(place)
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
