// One group of the event: when and where, its roles, and why it doesn't fit if it doesn't: dimmed at its place, never hidden (R151).
import { Ban } from 'lucide-react'
import { useReader, useWritten } from '#client/lib/dates.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { cx } from '#client/ui/cx.ts'
import { FieldError } from '#client/ui/fields/field.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { shutInWords } from '#protocol/seats/several/window.ts'
import { GroupAsks } from './asks/group-asks.tsx'
import { type GroupChoice, swapFor, type Unfit } from './choice.ts'
import { GroupTimes, timesOf } from './group-times.tsx'
import { editPicks } from './picks.ts'
import { RoleRows } from './role-rows.tsx'
import { useSeveral } from './store.ts'

export const groupPlace = (groupId: string) => `group-${groupId}`

/** Leads to a group: to its first role that can be taken. */
export function goToGroup(groupId: string) {
  const place = document.getElementById(groupPlace(groupId))
  place?.scrollIntoView({ block: 'center' })
  ;(place?.querySelector<HTMLElement>('input:not([aria-disabled],:disabled)') ?? place)?.focus({ preventScroll: true })
}

interface UnfitProps {
  chosen: GroupChoice
  all: readonly GroupChoice[]
  unfit: Unfit
  bufferMinutes: number
}

function useReason({ chosen, unfit, bufferMinutes }: Omit<UnfitProps, 'all'>): string {
  const { clock } = useReader()
  const written = useWritten(chosen.form.event?.timeZone ?? 'UTC')
  if (unfit.why === 'shut') return shutInWords(unfit.shut, written)
  if (unfit.why === 'most')
    return `You can take ${unfit.most} at most${unfit.isSpent ? ', and you have had as many' : '. Give one back first'}.`
  const [start, end] = [Date.parse(chosen.form.event?.start ?? ''), Date.parse(chosen.form.event?.end ?? '')]
  const named = unfit.others.map(({ name, event }) => `${name}${event ? `, ${timesOf(event, clock)}` : ''}`).join('; ')
  const isInside = unfit.others.some(({ event }) => event && Date.parse(event.start) < end && start < Date.parse(event.end))
  return isInside ? `Overlaps ${named}` : `Too close to ${named}: there have to be ${bufferMinutes} minutes between.`
}

/** The reason, and the swap in one press (R146). */
function Unfitting(props: UnfitProps) {
  const { chosen, unfit } = props
  const reason = useReason(props)
  const { hasSeat, seats, form } = chosen
  const others = unfit.why === 'overlap' ? unfit.others.map(({ name }) => name).join(' and ') : ''
  const isFree = seats.some((role) => !role.isFull)
  const swap = () => {
    editPicks(swapFor(chosen, props.all))
    setTimeout(() => goToGroup(form._id))
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <Text size={13} tone={hasSeat ? 'warn' : 'muted'} className="flex min-w-0 items-start gap-1.5 wrap-anywhere">
        <Ban aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {reason}
      </Text>
      {others && (hasSeat || isFree) && (
        <Button size="sm" onClick={swap} className="noscript:hidden">
          {hasSeat ? `Give back ${others}` : `Take this instead of ${others}`}
        </Button>
      )}
    </div>
  )
}

/** R141a: until when one may answer, or that one no longer may; nothing where that isn't set. */
function useUntil({ status, shut, closesAt, event }: FormView): string {
  const formatted = useWritten(event?.timeZone ?? 'UTC')
  if (status !== 'open') return ''
  if (shut) return shutInWords(shut, formatted)
  return closesAt ? `Answers until ${formatted(closesAt)}` : ''
}

const closedWords = { ended: 'Over', cancelled: 'Called off', unpublished: 'Not published', open: '' } as const

function StateBadge({ chosen: { form, saved, pick, isClosed, isTouched } }: { chosen: GroupChoice }) {
  if (isClosed) return <Badge>{closedWords[form.status]}</Badge>
  if (isTouched) return <Badge tone="warn">{pick.isComing ? 'Not sent yet' : 'Giving it back'}</Badge>
  if (!saved) return null
  if ((saved.offers ?? []).length > 0) return <Badge tone="warn">A seat is held for you</Badge>
  if (saved.attending === false) return <Badge>Not coming</Badge>
  if (saved.roleIds.length === 0 && (saved.waiting ?? []).length > 0) return <Badge>On the waitlist</Badge>
  return saved.attending ? <Badge tone="success">You’re coming</Badge> : null
}

interface GroupCardProps {
  chosen: GroupChoice
  all: readonly GroupChoice[]
  /** The event's own place: named where the group has another. */
  place: string
  bufferMinutes: number
  /** The name of who answers, '' where it isn't known. */
  guest: string
}

/** All groups are at the time that the event's own head says. */
const isAtOneTime = (all: readonly GroupChoice[]) => new Set(all.map(({ form: { event } }) => `${event?.start} ${event?.end}`)).size === 1

export function GroupCard({ chosen, all, place, bufferMinutes, guest }: GroupCardProps) {
  const { form, unfit, hasSeat } = chosen
  const { event } = form
  const refused = useSeveral((now) => now.refused[form._id])
  const isDimmed = unfit !== null && !hasSeat
  const until = useUntil(form)
  return (
    <Card
      as="li"
      padding="sm"
      id={groupPlace(form._id)}
      tabIndex={-1}
      data-group={form.name}
      data-unfit={isDimmed ? unfit.why : undefined}
      className={cx('flex scroll-mt-4 flex-col gap-3 focus:outline-none', isDimmed && 'bg-fill!')}
    >
      <div className="flex flex-col gap-0.5">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <Heading level={3} size={17} dir="auto" className={cx('min-w-0 wrap-anywhere', isDimmed && 'text-muted')}>
            {form.name}
          </Heading>
          <StateBadge chosen={chosen} />
        </div>
        {event && !isAtOneTime(all) && (
          <Text tone="muted">
            <GroupTimes event={event} />
          </Text>
        )}
        {event?.location && event.location !== place && (
          <Text size={13} tone="muted" className="wrap-anywhere">
            {event.location}
          </Text>
        )}
        {form.description && (
          <Text size={13} className="line-clamp-3 whitespace-pre-line noscript:line-clamp-none">
            {form.description}
          </Text>
        )}
      </div>
      {until && unfit?.why !== 'shut' && (
        <Text size={13} tone="muted" className="tabular">
          {until}
        </Text>
      )}
      {unfit && <Unfitting chosen={chosen} all={all} unfit={unfit} bufferMinutes={bufferMinutes} />}
      {form.status !== 'cancelled' && <RoleRows chosen={chosen} />}
      <GroupAsks chosen={chosen} guest={guest} />
      <FieldError>{refused?.sentence}</FieldError>
    </Card>
  )
}
