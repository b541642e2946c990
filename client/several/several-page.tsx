// The one invitation to an event with several groups (/rsvp/event/…): by day, picked in as many as one likes, sent as one answer (R151).

import { Suspense, useEffect, useRef, useState } from 'react'
import { useParams } from 'wouter'
import { useReader } from '#client/lib/dates.ts'
import { useWearing } from '#client/lib/event/brand-face.ts'
import { LoadProblem, NotPublished } from '#client/lib/event/invitation-problem.tsx'
import { useClockOffset } from '#client/lib/event/use-now.ts'
import { serverNow } from '#client/lib/now.ts'
import { notePageTime } from '#client/rsvp/card/page-time.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { noteField } from '#client/rsvp/lazy-parts.ts'
import { EmailStep, WhoText } from '#client/rsvp/proof/email-step.tsx'
import { codeEntry } from '#client/rsvp/proof/lazy-parts.ts'
import { RsvpSkeleton } from '#client/rsvp/rsvp-skeleton.tsx'
import { useHydrated } from '#client/rsvp/use-hydrated.ts'
import { Disclosure } from '#client/ui/actions/disclosure.tsx'
import { cx } from '#client/ui/cx.ts'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Heading } from '#client/ui/layout/heading.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { formRefusals } from '#protocol/kernel/form-refusals.ts'
import type { Clock } from '#protocol/kernel/time/clocks.ts'
import { nextTurn } from '#protocol/seats/several/window.ts'
import { byTime, type GroupChoice } from './choice.ts'
import { ComingQuestion } from './coming-question.tsx'
import { EventHead } from './event-head.tsx'
import { GroupCard } from './group-card.tsx'
import { dayOf } from './group-times.tsx'
import { MyGroups, useMine } from './my-groups.tsx'
import { severalData } from './own/lazy-parts.ts'
import { PickBar } from './pick-bar.tsx'
import { useLedToQuestions } from './use-led.ts'
import { isSentByCode, type SendingPicks, useSend } from './use-send.ts'
import { reopen, type SeveralView, severalCalls, useSeveralView, viewNow } from './use-several.ts'

notePageTime()

export function SeveralPage() {
  const { eventId = '' } = useParams<{ eventId?: string }>()
  // From here on the page is hydrated; what it loads next isn't waited for.
  useEffect(() => void performance.mark('answerable'), [])
  const { view, problem } = useSeveralView(eventId)
  const name = view?.index.event?.name
  useWearing(view ? (view.all[0]?.form.brand?.face ?? null) : undefined)
  useEffect(() => {
    if (name) document.title = name
  }, [name])
  if (view) return <OpenedForm eventId={eventId} view={view} />
  if (problem) return <LoadProblem problem={problem} onRetry={() => reopen(eventId)} />
  return <RsvpSkeleton />
}

/** By day, on the clock of the event's zone; within a day by time, whatever their order on the board. */
function byDay(all: readonly GroupChoice[], clock: Clock): [day: string, groups: GroupChoice[]][] {
  const days = new Map<string, GroupChoice[]>()
  for (const one of byTime(all)) {
    const day = one.form.event ? dayOf(one.form.event, clock) : 'No longer there'
    days.set(day, [...(days.get(day) ?? []), one])
  }
  return [...days]
}

/** No timer runs longer than this. */
const longestWait = 86_400_000
/** R21, R141a: a group ends, opens or closes without anything being written: then all are read again. */
function useTurns(eventId: string, all: readonly GroupChoice[]) {
  const offset = useClockOffset()
  const open = all.filter(({ isClosed }) => !isClosed)
  const turn = nextTurn(
    open.flatMap(({ form: { opensAt, closesAt, event } }) => [opensAt, closesAt, event?.end]),
    serverNow(),
  )
  useEffect(() => {
    const wait = turn ? Date.parse(turn) - serverNow() + 500 : Infinity
    if (wait > longestWait) return
    const timer = setTimeout(() => reopen(eventId), wait)
    return () => clearTimeout(timer)
  }, [eventId, turn, offset])
}

function Days({ view: { index, all, who } }: { view: SeveralView }) {
  const { clock } = useReader()
  return byDay(all, clock).map(([day, groups]) => (
    <section key={day} aria-label={day} className="flex flex-col gap-3">
      <Heading level={2} size={20}>
        {day}
      </Heading>
      <ul className="flex flex-col gap-3">
        {groups.map((one) => (
          <GroupCard
            key={one.form._id}
            chosen={one}
            all={all}
            place={index.event?.location ?? ''}
            bufferMinutes={index.bufferMinutes}
            guest={who.name}
          />
        ))}
      </ul>
    </section>
  ))
}

interface WhoPartProps {
  eventId: string
  view: SeveralView
  sending: SendingPicks
  isEditing: boolean
  setEditing: (isEditing: boolean) => void
}

function WhoPart({ eventId, view, sending, isEditing, setEditing }: WhoPartProps) {
  const { who, all } = view
  const emailBox = useRef<HTMLInputElement>(null)
  const changed = all.filter(({ isTouched }) => isTouched)
  const isInBar = changed.length > 0
  const attending = !isInBar ? null : changed.some(({ pick }) => pick.isComing)
  const isKnown = who.isVerified && who.name.trim() !== '' && !isEditing
  /** Right after the proof what was answered before comes in; what was picked is then sent by the code itself, where nothing of that changes. */
  const goOn = (isByCode: boolean) => {
    const now = viewNow(eventId)
    if (!now?.who.name.trim() && attending !== false) return false
    setEditing(false)
    if (isByCode)
      void severalCalls()
        .then(({ openSeveral }) => openSeveral(eventId))
        .then(() => {
          const proven = viewNow(eventId)
          if (proven && isSentByCode(proven, who.name)) void sending.send()
        })
    return true
  }
  return (
    <section className={cx('flex flex-col gap-3', isInBar && 'max-md:mb-3')}>
      <Heading level={2} size={20} className={isInBar ? 'max-md:sr-only' : undefined}>
        Your email
      </Heading>
      {isKnown ? (
        <WhoText email={who.email} name={who.name} onEdit={() => setEditing(true)} />
      ) : (
        <EmailStep
          filled={{ ...who, attending, hasAnswered: false }}
          onDone={goOn}
          isReopened={who.isVerified && isEditing}
          emailBox={emailBox}
          isInBar={isInBar}
        />
      )}
    </section>
  )
}

const closed = { ended: formRefusals['event-ended'][1], cancelled: formRefusals['event-cancelled'][1] } as const

function OpenedForm({ eventId, view }: { eventId: string; view: SeveralView }) {
  const { index, all, who } = view
  const { event, status } = index
  const sending = useSend(eventId)
  const isHydrated = useHydrated()
  const isKnown = useGuest((now) => now.isKnown)
  const [isEditing, setEditing] = useState(false)
  useEffect(() => {
    if (isHydrated) codeEntry.preload()
  }, [isHydrated])
  useTurns(eventId, all)
  useLedToQuestions(all)
  const mine = useMine(all, event?.timeZone ?? 'UTC')
  if (!event || status === 'unpublished') return <NotPublished />
  const hasAnswered = mine.length > 0 || all.some(({ saved }) => saved !== null && saved.attending !== null)
  const isOpen = status === 'open' && all.some(({ isClosed }) => !isClosed)
  const hasChanged = all.some(({ isTouched }) => isTouched)
  return (
    <Page width="narrow" className="gap-6! pt-6! sm:gap-8! sm:pt-10! sm:pb-16!">
      <section data-state={hasAnswered ? 'answered' : 'unanswered'} className="flex flex-col gap-6 sm:gap-8">
        {hasAnswered && <MyGroups event={event} status={status} isOpen={isOpen} all={all} mine={mine} name={who.name} />}
        {!hasAnswered && (
          <EventHead event={event} all={all} isOpen={isOpen}>
            {isOpen && <ComingQuestion view={view} />}
          </EventHead>
        )}
        {!hasAnswered && status !== 'open' && <Notice tone="info" title={closed[status]} />}
        <Days view={view} />
        {isOpen && isHydrated && hasChanged && (
          <Suspense>
            <noteField.Component saved={all.find(({ saved }) => saved?.note)?.saved?.note ?? ''} />
          </Suspense>
        )}
        {!who.isVerified && (
          <a href="/my-answers" className="hit self-center text-13 text-muted underline">
            Already answered? Get a link to your answer
          </a>
        )}
        {isHydrated && isKnown && (hasAnswered || all.some(({ removed }) => removed)) && (
          <Disclosure summary="Your data">
            <Suspense>
              <severalData.Component eventId={eventId} all={all} />
            </Suspense>
          </Disclosure>
        )}
        {/* On a phone the bar holds who answers as well, once something is picked (R124f). */}
        {isOpen && (
          <div data-sticks={hasChanged || undefined} data-over-page={hasChanged || undefined} className="contents">
            <WhoPart eventId={eventId} view={view} sending={sending} isEditing={isEditing} setEditing={setEditing} />
            <PickBar index={index} all={all} who={who} sending={sending} isPart={hasChanged} onName={() => setEditing(true)} />
          </div>
        )}
      </section>
    </Page>
  )
}
