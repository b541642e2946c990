// What a reader who has answered sees first: in which groups they stand how, with the next act of each (R123, R154).
import { Suspense, useEffect, useRef, useState } from 'react'
import { toasted, useAction } from '#client/lib/actions/use-action.ts'
import { formatWeekday, useReader, useWritten } from '#client/lib/dates.ts'
import { useNow } from '#client/lib/event/use-now.ts'
import { LiveBadge } from '#client/lib/live-badge.tsx'
import { serverNow } from '#client/lib/now.ts'
import { answerInWords } from '#client/rsvp/answer/next-step.ts'
import { cardActs, giveOneBack } from '#client/rsvp/card/lazy-parts.ts'
import { Perforation } from '#client/rsvp/card/perforation.tsx'
import { factsOf } from '#client/rsvp/card/use-standing.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { progressToast } from '#client/rsvp/progress-toast.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { announce } from '#client/ui/feedback/announcer.tsx'
import { Glow } from '#client/ui/feedback/glow.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { namedHost } from '#protocol/kernel/texts.ts'
import type { PublicEvent } from '#protocol/seats/event.ts'
import type { EventIndex } from '#protocol/seats/several/several.ts'
import { type StandsInGroup, titleInAll } from '#protocol/seats/several/title.ts'
import { offersOpen, type Standing, standingOf } from '#protocol/seats/standing/standing.ts'
import { givesBack, isSaved, wordsOf } from '#protocol/seats/standing/words.ts'
import { type GroupChoice, openOf, ownPage, savedPick } from './choice.ts'
import { EventFacts, SeveralCover } from './event-head.tsx'
import { timesOf } from './group-times.tsx'
import { AddToCalendar } from './own/add-to-calendar.tsx'
import { WhoseAnswer } from './whose-answer.tsx'

interface Mine extends Standing {
  readonly chosen: GroupChoice
  readonly title: string
  readonly lines: readonly string[]
}

function standingIn(chosen: GroupChoice, now: number, formatted: (iso: string) => string): Mine {
  const { form, saved, removed } = chosen
  const facts = { ...factsOf(form, { saved, guest: { removed: removed ?? null } }), open: openOf(chosen).length }
  const standing = standingOf(facts, now)
  const about = { ...facts, hasRoles: form.roles.length > 0, coverage: form.roleCoverage, host: namedHost(form.event?.organizer ?? '') }
  return { chosen, ...standing, ...wordsOf(standing, about, { now, formatted }) }
}

const isShown = ({ state, chosen: { saved } }: Mine) =>
  state !== 'unanswered' &&
  state !== 'declined' &&
  (state === 'removed' || (saved !== null && (saved.attending !== false || state === 'offered')))

/** In which groups the reader has something, by time. */
export function useMine(all: readonly GroupChoice[], zone: string): readonly Mine[] {
  const now = useNow()
  const formatted = useWritten(zone)
  return all.map((one) => standingIn(one, now, formatted)).filter(isShown)
}

const labels = { accept: 'Accept', 'take-back': 'Withdraw the offer' } as const
const failed = 'That couldn’t be sent. Please try again.'

async function act({ next, chosen: { form, saved } }: Mine) {
  const acts = await cardActs()
  if (!saved) return
  if (next === 'confirm') await acts.confirm(form, saved)
  if (next === 'take-back') await acts.takeBack(form)
  const [held] = offersOpen(saved, serverNow())
  if (next === 'accept' && held) await acts.acceptOffer(form, held)
}

function NextAct({ mine }: { mine: Mine }) {
  const { next, chosen, state } = mine
  const { run, isBusy } = useAction(() => toasted(() => act(mine), { failed }))
  const [isGiving, setGiving] = useState(false)
  const { form, saved } = chosen
  // R164: a yes without what is asked for would be refused.
  if (next === 'complete' || (next === 'confirm' && openOf(chosen).length > 0))
    return (
      <ButtonLink size="sm" href={`${ownPage(chosen)}&open=questions`}>
        {answerInWords(openOf(chosen).length)}
      </ButtonLink>
    )
  if (next !== 'confirm' && next !== 'accept' && next !== 'take-back') return null
  const confirm = state === 'assigned' && !chosen.form.showConfirmation ? 'I’m coming' : 'Confirm'
  const asksFirst = next === 'accept' && saved !== null && offersOpen(saved, serverNow())[0]?.choose !== undefined
  return (
    <>
      <Button size="sm" variant="primary" busy={isBusy} onClick={() => (asksFirst ? setGiving(true) : void run())}>
        {next === 'confirm' ? confirm : labels[next]}
      </Button>
      {isGiving && saved && (
        <Suspense>
          <giveOneBack.Component form={form} saved={saved} open onOpenChange={setGiving} />
        </Suspense>
      )}
    </>
  )
}

/** R147b: where else they have a seat at that time, as times may have been moved since. */
const besideOf = ({ chosen: { form, unfit } }: Mine, held: ReadonlySet<string>) =>
  held.has(form._id) && unfit?.why === 'overlap' ? unfit.others.filter(({ _id }) => held.has(_id)).map(({ name }) => name) : []

interface RowProps {
  mine: Mine
  held: ReadonlySet<string>
  /** The event's own place: named where the group has another. */
  place: string
}

function Row({ mine, held, place }: RowProps) {
  const { chosen, state, title, lines } = mine
  const { form } = chosen
  const { event } = form
  const { clock } = useReader()
  const [offer] = state === 'offered' && chosen.saved ? offersOpen(chosen.saved, serverNow()) : []
  const beside = besideOf(mine, held)
  const warnings = offer ? givesBack(offer) : []
  return (
    <Glow as="li" rev={title} data-state={state} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-none! py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {form.name}
        </p>
        {event && (
          <Text size={13} tone="muted" className="tabular">
            {formatWeekday(event.start, event.timeZone, clock)}, {timesOf(event, clock)}
          </Text>
        )}
        {event?.location && event.location !== place && (
          <Text size={13} tone="muted" className="wrap-anywhere">
            {event.location}
          </Text>
        )}
        <Text size={13} className="wrap-anywhere">
          {state === 'over' ? 'Over' : title}
        </Text>
        {beside.length > 0 && (
          <Text size={13} tone="warn" className="wrap-anywhere">
            Too close in time to {beside.join(' and ')}, where you have a seat too.
          </Text>
        )}
        {lines
          .filter((line) => line !== isSaved)
          .map((line) => (
            <Text key={line} size={13} tone={warnings.includes(line) ? 'warn' : 'muted'} className="wrap-anywhere">
              {line}
            </Text>
          ))}
      </div>
      <div className="flex items-center gap-2">
        <NextAct mine={mine} />
        <ButtonLink size="sm" variant="ghost" href={ownPage(chosen)} aria-label={`More about ${form.name}`}>
          More
        </ButtonLink>
      </div>
    </Glow>
  )
}

/** R154 */
function ConfirmAll({ mine, name }: { mine: readonly Mine[]; name: string }) {
  const { run, isBusy } = useAction(() =>
    toasted(
      async () =>
        (await import('./sending.ts')).confirmAll(
          mine.map(({ chosen }) => chosen),
          name,
        ),
      { done: 'All confirmed', failed },
    ),
  )
  if (mine.length < 2) return null
  return (
    <Button variant="primary" size="lg" busy={isBusy} onClick={() => void run()} className="self-start max-sm:w-full">
      Confirm all {mine.length}
    </Button>
  )
}

/** The heading takes the focus after an answer, and says by itself what others change. */
function useSaid(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isArriving = useGuest((now) => now.isArriving)
  const said = useRef(title)
  useEffect(() => {
    if (!isArriving) return
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
    useGuest.setState({ isArriving: false })
  }, [isArriving])
  useEffect(() => {
    if (said.current !== title && document.activeElement !== heading.current) announce(`${title}.`)
    said.current = title
  }, [title])
  return heading
}

const standsIn = ({ state, title, chosen: { saved, form } }: Mine): StandsInGroup => ({
  state,
  title,
  answer: saved,
  ms: form.event ? Date.parse(form.event.end) - Date.parse(form.event.start) : 0,
})

interface MyGroupsProps {
  event: PublicEvent
  status: EventIndex['status']
  isOpen: boolean
  all: readonly GroupChoice[]
  mine: readonly Mine[]
  name: string
}

export function MyGroups({ event, status, isOpen, all, mine, name }: MyGroupsProps) {
  const saidNo = all.some(({ saved }) => saved?.attending === false)
  const title = titleInAll(status, mine.map(standsIn), saidNo)
  const held = new Set(all.filter(({ saved }) => savedPick(saved).roleIds.length > 0).map(({ form }) => form._id))
  const heading = useSaid(title)
  // What was sent a moment ago is no longer how things stand.
  useEffect(() => {
    if (status !== 'open') toast.remove(progressToast)
  }, [status])
  const toConfirm = mine.filter(({ next, chosen }) => next === 'confirm' && openOf(chosen).length === 0)
  return (
    <Card padding="none" className="flex flex-col overflow-hidden">
      <SeveralCover event={event} all={all} className={cx('rounded-none', status !== 'open' && 'cover-shut')} />
      <div className="flex flex-col gap-4 px-4.5 pt-4.5 pb-5 md:px-7">
        <div className="flex items-start justify-between gap-4">
          <Text tone="muted" className="min-w-0 wrap-anywhere">
            {name ? `Thank You, ${name}` : 'Thank You'}
          </Text>
          {isOpen && (
            <span className="min-h-6 min-w-16 text-right">
              <LiveBadge />
            </span>
          )}
        </div>
        <h1 ref={heading} id="standing" dir="auto" tabIndex={-1} className="text-24 font-bold wrap-anywhere focus:outline-none">
          {title}
        </h1>
        <WhoseAnswer all={all} isOpen={isOpen} />
        {mine.length > 0 && (
          <ul aria-label="Your shifts" className="flex flex-col divide-y divide-line border-y border-line">
            {mine.map((one) => (
              <Row key={one.chosen.form._id} mine={one} held={held} place={event.location} />
            ))}
          </ul>
        )}
        <div className="flex flex-wrap gap-2.5 empty:hidden">
          <ConfirmAll mine={toConfirm} name={name} />
          {mine.some(({ chosen: { saved } }) => saved?.attending) && event.status === 'active' && <AddToCalendar eventId={event._id} />}
        </div>
      </div>
      <Perforation />
      <div className="px-4.5 pt-4 pb-4.5 md:px-7 md:pb-6">
        <EventFacts event={event} all={all} />
      </div>
    </Card>
  )
}
