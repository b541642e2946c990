// R142b: a moved event takes along when its groups take answers. Said before it is saved, most of all where they would be shut at once.
import { useMemo } from 'react'
import { startOf } from '#client/event/form/event-fields.ts'
import { formatInstant } from '#client/lib/dates.ts'
import { useNow } from '#client/lib/event/use-now.ts'
import { useGroups } from '#client/records/groups.ts'
import { Link } from '#client/ui/actions/link.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { movedAlong } from '#protocol/kernel/time/clocks.ts'
import { hasOwnTimes } from '#protocol/kernel/time/times.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { type AnswerWindow, type Shut, shutAt } from '#protocol/seats/several/window.ts'
import type { EventEdits } from './edit-merge.ts'
import type { OpenedEvent } from './open-event.ts'

interface MovedGroup extends AnswerWindow {
  readonly group: GroupView
  /** Set where it takes answers now, and no longer would. */
  readonly shut: Shut | undefined
}

/** The groups that a move takes along and that don't always take answers, each with when it would take them. */
export function movedAnswers({ event }: OpenedEvent, edits: EventEdits, groups: readonly GroupView[], now: number): MovedGroup[] {
  const to = startOf(edits.fields)
  if (!to || to === event.start) return []
  const takesAll = event.groupIds.length > 1 && edits.moveGroups !== false
  const moved = (at: string) => at && movedAlong(at, event.start, to, edits.fields.timeZone)
  return groups.flatMap((group) => {
    if ((!group.opensAt && !group.closesAt) || (hasOwnTimes(group) && !takesAll)) return []
    const window = { opensAt: moved(group.opensAt), closesAt: moved(group.closesAt) }
    return [{ group, ...window, shut: shutAt(group, now) ? undefined : shutAt(window, now) }]
  })
}

const whenText = ({ opensAt, closesAt }: AnswerWindow, zone: string) =>
  [opensAt && `open on ${formatInstant(opensAt, zone)}`, closesAt && `close on ${formatInstant(closesAt, zone)}`]
    .filter(Boolean)
    .join(' and ')

function ShutAtOnce({ group, shut, zone, isSeveral }: { group: GroupView; shut: Shut; zone: string; isSeveral: boolean }) {
  const at = formatInstant(shut.at, zone)
  return (
    <Notice tone="warn" title={isSeveral ? `Answers to ${group.name} would be shut at once` : 'Answers would be shut at once'}>
      {shut.why === 'late'
        ? `Moved along, they close on ${at}, which has passed.`
        : `Moved along, they open on ${at}, and no one can answer until then.`}{' '}
      <Link href={`/group/${group._id}/edit`}>Change when guests may answer</Link>
    </Notice>
  )
}

export function AnswersMove({ opened, edits }: { opened: OpenedEvent; edits: EventEdits }) {
  const now = useNow()
  const byId = useGroups((held) => held.byId)
  const { groupIds } = opened.event
  const groups = useMemo(() => groupIds.flatMap((id) => byId[id] ?? []), [groupIds, byId])
  const moved = movedAnswers(opened, edits, groups, now)
  const [only, ...others] = moved
  if (!only) return null
  const zone = edits.fields.timeZone
  return (
    <>
      <Notice>
        {others.length === 0
          ? `Answers move along: they ${whenText(only, zone)}.`
          : `When guests may answer moves along, in ${moved.length} groups.`}
      </Notice>
      {moved.map(
        ({ group, shut }) => shut && <ShutAtOnce key={group._id} group={group} shut={shut} zone={zone} isSeveral={groupIds.length > 1} />,
      )}
    </>
  )
}
