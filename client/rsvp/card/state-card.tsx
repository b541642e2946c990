// What a reader who has answered sees first, whichever way they came: how they stand, and what is next (R123).

import { ArrowLeftRight, Clock3, Flag, Link as LinkIcon, Minus, X } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useWritten } from '#client/lib/dates.ts'
import { EventPlace } from '#client/lib/event/event-place.tsx'
import { EventTime } from '#client/lib/event/event-time.tsx'
import { HostLine } from '#client/lib/event/host-line.tsx'
import { useNow } from '#client/lib/event/use-now.ts'
import { LiveBadge } from '#client/lib/live-badge.tsx'
import { AllGroups } from '#client/rsvp/cover/all-groups.tsx'
import { EventCover } from '#client/rsvp/event-cover.tsx'
import { useGuest } from '#client/rsvp/guest.ts'
import { progressToast } from '#client/rsvp/progress-toast.ts'
import type { SavedAnswer } from '#client/rsvp/store.ts'
import { useHydrated } from '#client/rsvp/use-hydrated.ts'
import { Disclosure } from '#client/ui/actions/disclosure.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { cx } from '#client/ui/cx.ts'
import { announce } from '#client/ui/feedback/announcer.tsx'
import { Glow } from '#client/ui/feedback/glow.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { SeatMark } from '#client/ui/seats/seat-mark.tsx'
import { timeLeft } from '#client/waitlist/wait-words.ts'
import { namedHost } from '#protocol/kernel/texts.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { offersOpen, type State } from '#protocol/seats/standing/standing.ts'
import { isSaved, maxNamed, wordsOf } from '#protocol/seats/standing/words.ts'
import { CardActs } from './card-acts.tsx'
import { ChangeHead } from './change-head.tsx'
import { yourPass } from './lazy-parts.ts'
import { Perforation } from './perforation.tsx'
import { useOpenQuestions } from './use-open-questions.ts'
import type { Stands, StateCardProps } from './use-standing.ts'
import { Whose } from './whose.tsx'

const dayMs = 86_400_000

/** Whoever gave an answer is thanked for it; nobody for one they never gave (R131). */
const greetings: Partial<Record<State, string>> = {
  coming: 'Thank You',
  waiting: 'Thank You',
  'handing-over': 'Thank You',
  declined: 'Thank You',
  offered: 'Your turn',
  assigned: 'Hello',
  canceled: 'Sorry',
}

function above({ state, saved, guest }: Stands): string {
  const name = saved?.name || guest.userName
  const greeting = state === 'waiting' && saved?.attending === null ? 'Hello' : greetings[state]
  return greeting && name ? `${greeting}, ${name}` : greeting === 'Thank You' ? greeting : name
}

const isClosed = (state: State) => state === 'canceled' || state === 'over'

const holds = 'This holds until you send a change.'

/** The seats that are marked as one's own on the cover, in every state. */
const seatsOf = (saved: SavedAnswer | null) => (saved && saved.attending !== false ? saved.roleIds : [])

/** The heading takes the focus after an answer, and says by itself what others change. */
function useSaid(title: string, isClosed: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isArriving = useGuest((now) => now.isArriving)
  const said = useRef(title)
  useEffect(() => {
    if (!isArriving) return
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
    useGuest.setState({ isArriving: false })
  }, [isArriving])
  // What was sent a moment ago is no longer how things stand.
  useEffect(() => {
    if (isClosed) toast.remove(progressToast)
  }, [isClosed])
  useEffect(() => {
    if (said.current !== title && document.activeElement !== heading.current) announce(`${title}.`)
    said.current = title
  }, [title])
  return heading
}

/** The sentences of the rule, with moments as the reader writes them. They come with the card: whoever has not answered never needs them. */
function useWords(form: FormView, { state, next, facts, now }: Stands) {
  const formatted = useWritten(form.event?.timeZone ?? 'UTC')
  const about = { ...facts, hasRoles: form.roles.length > 0, coverage: form.roleCoverage, host: namedHost(form.event?.organizer ?? '') }
  return wordsOf({ state, next }, about, { now, formatted })
}

/** Counts down; the server's clock may be a second off this one. */
function TimeLeft({ until }: { until: string }) {
  const now = useNow(1000)
  return (
    <Text size={13} tone="muted" className="tabular" role="timer" suppressHydrationWarning>
      {`${timeLeft(Date.parse(until) - now)} left`}
    </Text>
  )
}

const tones = {
  plain: 'bg-fill text-muted',
  accent: 'bg-accent-soft text-accent',
  success: 'bg-success-soft text-success',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
}
const icon = { 'aria-hidden': true, className: 'size-6' } as const
const seat = (state: 'mine' | 'free') => <SeatMark state={state} className="size-7" />
/** R242: how the reader stands, at a glance. */
const marks: Partial<Record<State, readonly [keyof typeof tones, ReactNode]>> = {
  assigned: ['accent', seat('mine')],
  offered: ['success', <Clock3 key="" {...icon} />],
  'handing-over': ['plain', <ArrowLeftRight key="" {...icon} />],
  declined: ['plain', seat('free')],
  removed: ['plain', <Minus key="" {...icon} />],
  canceled: ['danger', <X key="" {...icon} />],
  over: ['plain', <Flag key="" {...icon} />],
}

function Mark({ state, saved }: Stands) {
  const place = state === 'waiting' ? saved?.waiting?.[0]?.position : undefined
  const hasSeat = saved !== null && saved.roleIds.length > 0
  const [tone, drawn] = place ? (['warn', place] as const) : (marks[state] ?? ['accent', seat(hasSeat ? 'mine' : 'free')])
  return (
    <span
      aria-hidden="true"
      className={cx(
        'tabular flex h-11 min-w-11 shrink-0 items-center justify-center rounded-t-[15px] rounded-b-[7px] text-20 font-bold',
        tones[tone],
      )}
    >
      {drawn}
    </span>
  )
}

/** `isChanging`: the form is open below it, and nothing of that is sent. */
function Says({ form, stands, isChanging }: StateCardProps & { isChanging: boolean }) {
  const { state, until } = stands
  const words = useWords(form, stands)
  const heading = useSaid(words.title, isClosed(state))
  const thanks = above(stands)
  const lines = isChanging ? [...words.lines.filter((line) => line !== isSaved), holds] : words.lines
  return (
    <Glow rev={words.title} className="flex items-start gap-3">
      <Mark {...stands} />
      {/* Where nothing stands above it, the heading is beside what says whether the page is live. */}
      <div className="grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] items-center gap-y-1">
        {thanks && (
          <Text tone="muted" className="wrap-anywhere">
            {thanks}
          </Text>
        )}
        <h1
          ref={heading}
          id="standing"
          dir="auto"
          tabIndex={-1}
          className={cx('text-24 font-bold wrap-anywhere focus:outline-none', thanks && 'col-span-2 row-start-2')}
        >
          {words.title}
        </h1>
        {form.status === 'open' && state !== 'over' && (
          <span className="ml-4 min-w-16 text-right">
            <LiveBadge />
          </span>
        )}
        <div className="col-span-2 flex flex-col gap-1">
          {lines.map((line) => (
            <Text key={line} tone="muted" className="wrap-anywhere">
              {line}
            </Text>
          ))}
          {state === 'offered' && until && <TimeLeft until={until} />}
        </div>
      </div>
    </Glow>
  )
}

/** R84: only guests whose answer is yes are given it. */
const EventLink = ({ href }: { href: string }) => (
  <p className="flex items-start gap-2.5">
    <LinkIcon aria-hidden="true" className="mt-0.75 size-4.5 shrink-0 text-muted" />
    <Link href={href} target="_blank" rel="noopener noreferrer nofollow" className="min-w-0 wrap-anywhere">
      {href}
    </Link>
  </p>
)

/** All roles, where there are too many to name them in the title. */
const MyRoles = ({ roles }: { roles: readonly string[] }) => (
  <ul aria-label="Your roles" className="flex flex-wrap gap-2">
    {roles.map((role) => (
      <li key={role} className="max-w-full">
        <Badge tone="accent" icon={<SeatMark state="mine" />}>
          {role}
        </Badge>
      </li>
    ))}
  </ul>
)

function About({ form, saved }: { form: FormView; saved: SavedAnswer | null }) {
  const { event } = form
  const organizer = namedHost(event?.organizer ?? '')
  return (
    <div className="flex flex-col gap-3.5">
      <div className="flex flex-col gap-1">
        <Heading level={2} size={20} className="wrap-anywhere">
          {event?.name || form.name}
        </Heading>
        {organizer && (
          <HostLine form={form} size={13}>
            Organized by {organizer}
          </HostLine>
        )}
      </div>
      {event && <EventTime event={event} keepsRoom />}
      {event && <EventPlace event={event} />}
      <AllGroups form={form} />
      {saved?.link && <EventLink href={saved.link} />}
      {saved && saved.roles.length > maxNamed && <MyRoles roles={saved.roles} />}
    </div>
  )
}

/** R180: folded until the day before, when it is what one comes back for. */
function Pass({ form, stands: { now, saved } }: StateCardProps) {
  const isHydrated = useHydrated()
  const isSoon = now > Date.parse(form.event?.start ?? '') - dayMs
  return (
    <Disclosure summary="Your pass" open={isSoon}>
      {isHydrated ? (
        <Suspense fallback={<div className="h-80" />}>
          <yourPass.Component own={saved ?? {}} />
        </Suspense>
      ) : (
        <div className="h-80" />
      )}
    </Disclosure>
  )
}

export function StateCard({ form, stands: known, isBar }: StateCardProps & { isBar: boolean }) {
  const { stands, open } = useOpenQuestions(form, known)
  const { state, saved } = stands
  return (
    <>
      <Card padding="none" className="flex flex-col overflow-hidden">
        <EventCover
          form={form}
          mine={seatsOf(saved)}
          offered={state === 'offered' && saved ? offersOpen(saved, stands.now).map(({ role }) => role) : []}
          className={cx('rounded-none!', isClosed(state) && 'cover-shut')}
        />
        <div className="px-4.5 pt-4.5 pb-5 md:px-7">
          <Says form={form} stands={stands} isChanging={!isBar} />
          {saved?.also && (
            <Text tone="warn" className="mt-3 wrap-anywhere">
              Too close in time to {saved.also.map(({ name }) => name).join(' and ')}, where you have a seat too.
            </Text>
          )}
        </div>
        <Perforation />
        <div className="flex flex-col gap-3 px-4.5 pt-4 pb-4.5 md:px-7 md:pb-6">
          <About form={form} saved={saved} />
          {saved?.passes && form.status === 'open' && <Pass form={form} stands={stands} />}
          {saved && <Whose form={form} saved={saved} />}
        </div>
        <CardActs form={form} stands={stands} open={open} isBar={isBar} />
      </Card>
      {/* Where the form has the bar, it stands below. */}
      {!isBar && <ChangeHead />}
    </>
  )
}
