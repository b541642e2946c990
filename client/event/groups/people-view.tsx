// R155: who does what in an event with several groups, to look at, to print and to save: a schedule per person, or a plan per day.
import { Printer } from 'lucide-react'
import { useEffect, useId, useMemo, useState } from 'react'
import { useShallow } from 'zustand/shallow'
import { loadAllRows, refreshGroup } from '#client/group/actions.ts'
import { groupsTable } from '#client/group/answers/answers-table.ts'
import { byDay, eventAt } from '#client/group/several/fill.ts'
import { errorText } from '#client/lib/call.ts'
import { formatDay, formatTimes } from '#client/lib/dates.ts'
import { ExportMenu } from '#client/lib/files/export-menu.tsx'
import { formatCount } from '#client/lib/format-count.ts'
import { useGroups } from '#client/records/groups.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Spinner } from '#client/ui/feedback/spinner.tsx'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { peopleText } from '#protocol/seats/companions/counting.ts'
import type { PublicEvent } from '#protocol/seats/event.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import {
  type Answered,
  besides,
  isBelow,
  peopleIn,
  type Scheduled,
  type ScheduleEntry,
  scheduleOf,
  scheduleTable,
  whenAndWhere,
} from './schedule.ts'

interface PeopleViewProps {
  event: PublicEvent
  groups: readonly GroupView[]
  /** R148: how many groups each is asked to take; 0 for none. */
  asked: number
}

/** A busy event isn't read anew with each answer. */
const restMs = 2_000

/** Loads all answers of all groups, one group after the other, as a schedule with holes is none; and those of a group again once it has changed. */
function useAnswers(groups: readonly GroupView[]) {
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  /** Which groups were read, each at which revision. */
  const [read, setRead] = useState<Readonly<Record<string, number>>>({})
  const isComplete = groups.every(({ _id }) => _id in read)
  const stale = groups.filter(({ _id, rev }) => read[_id] !== rev).map(({ _id, rev }) => [_id, rev] as const)
  const wanted = JSON.stringify(stale)
  useEffect(() => {
    const next = JSON.parse(wanted) as typeof stale
    if (next.length === 0) return
    let isOver = false
    setFailure(null)
    const load = async () => {
      for (const [id, rev] of next) {
        if (isOver) return
        await refreshGroup(id)
        await loadAllRows(id)
        setRead((before) => ({ ...before, [id]: rev }))
      }
    }
    const timer = setTimeout(
      () => void load().catch((error: unknown) => !isOver && setFailure(errorText(error, 'Failed to load the answers'))),
      isComplete ? restMs : 0,
    )
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [wanted, isComplete, attempt])
  const rows = useGroups(useShallow(({ answered }) => groups.map(({ _id }) => answered[_id]?.rows)))
  const all = useMemo(() => groups.map((group, at): Answered => ({ group, rows: rows[at] ?? [] })), [groups, rows])
  return { all, isComplete, failure, retry: () => setAttempt((count) => count + 1) }
}

const When = ({ part, timeZone }: { part: Pick<ScheduleEntry, 'start' | 'end'>; timeZone: string }) => (
  <span className="tabular text-muted">{formatTimes(part.start, part.end, timeZone)}</span>
)

const Where = ({ place }: { place: string }) => place && <span className="text-muted">, {place}</span>

const fewerThan = (asked: number) => `Fewer than ${asked === 1 ? '1 group' : `${asked} groups`}`

interface PerPersonProps {
  schedule: readonly Scheduled[]
  timeZone: string
  asked: number
}
const PerPerson = ({ schedule, timeZone, asked }: PerPersonProps) => (
  <ul aria-label="Schedule per person" className="flex flex-col">
    {schedule.map((one) => (
      <li
        key={one.key}
        className="grid break-inside-avoid gap-x-6 gap-y-1 border-t border-line py-3 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
      >
        <p dir="auto" className="min-w-0 font-medium wrap-anywhere">
          {one.name || one.email}
          {one.name && one.email && <span className="block text-13 font-normal text-muted">{one.email}</span>}
          {isBelow(one, asked) && <Badge tone="warn">{fewerThan(asked)}</Badge>}
        </p>
        <ul className="flex min-w-0 flex-col gap-1">
          {one.parts.map((part) => (
            <li key={part.groupId} dir="auto" className="wrap-anywhere">
              {formatDay(part.start, timeZone)}, <When part={part} timeZone={timeZone} /> {part.group}
              <Where place={part.place} />
              {part.roles.length > 0 && <span className="text-muted"> as {part.roles.join(', ')}</span>}
              {besides(part) && <span className="text-muted">, {besides(part)}</span>}
            </li>
          ))}
        </ul>
      </li>
    ))}
  </ul>
)

function PerDay({ event, all }: { event: PublicEvent; all: readonly Answered[] }) {
  const of = new Map(all.map((one) => [one.group._id, one]))
  const days = byDay(
    event,
    all.map(({ group }) => group),
  )
  return (
    <div className="flex flex-col gap-8">
      {days.map(({ day, groups }) => (
        <section key={day} aria-label={`Plan of ${day}`} className="flex flex-col gap-4 break-inside-auto">
          <Heading level={3} size={17}>
            {day}
          </Heading>
          {groups.map((group) => {
            const people = peopleIn(of.get(group._id) ?? { group: group as GroupView, rows: [] })
            const at = whenAndWhere(event, group)
            return (
              <div key={group._id} className="break-inside-avoid border-t border-line pt-3">
                <p dir="auto" className="wrap-anywhere">
                  <span className="font-medium">{group.name}</span> <When part={at} timeZone={event.timeZone} />
                  <Where place={at.place} />
                </p>
                <ul className="mt-1 columns-1 gap-x-8 sm:columns-2">
                  {people.map(({ key, name, roles, isWaiting }) => (
                    <li key={key} dir="auto" className="break-inside-avoid wrap-anywhere">
                      {name}
                      {roles.length > 0 && <span className="text-muted"> {roles.join(', ')}</span>}
                      {isWaiting && <span className="text-muted">, {besides({ isWaiting, along: 0 })}</span>}
                    </li>
                  ))}
                </ul>
                {people.length === 0 && <p className="text-muted">No one yet</p>}
              </div>
            )
          })}
        </section>
      ))}
    </div>
  )
}

const modes = [
  { value: 'person', label: 'Per person' },
  { value: 'day', label: 'Per day' },
] as const

interface ToolsProps extends Omit<PeopleViewProps, 'asked'> {
  all: readonly Answered[]
  schedule: readonly Scheduled[]
}
function PeopleTools({ event, groups, all, schedule }: ToolsProps) {
  const answers = all.map(({ group, rows }) => ({ ...eventAt(event, group), name: group.name, questions: group.questions, rows }))
  const common = { size: 'sm', failed: 'Failed to export the answers' } as const
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <ExportMenu
        {...common}
        label="Export per person"
        name={`${event.name} (by person)`}
        table={() => scheduleTable(event, groups, schedule)}
      />
      <ExportMenu
        {...common}
        label="Export per group"
        name={`${event.name} (by group)`}
        table={() => groupsTable(answers, event.timeZone)}
      />
      <Button size="sm" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
        Print
      </Button>
    </div>
  )
}

export function PeopleView({ event, groups, asked }: PeopleViewProps) {
  const id = useId()
  const [mode, setMode] = useState<(typeof modes)[number]['value']>('person')
  const { all, isComplete, failure, retry } = useAnswers(groups)
  const schedule = useMemo(() => (isComplete ? scheduleOf(event, all) : []), [event, all, isComplete])
  if (failure) return <ErrorState title={failure} onRetry={retry} />
  if (!isComplete)
    return (
      <p role="status" className="tabular flex items-center gap-2 text-muted">
        <Spinner /> Loading all answers: {formatCount(all.reduce((sum, { rows }) => sum + rows.length, 0))} so far
      </p>
    )
  if (schedule.length === 0) return <EmptyState title="No one yet">Who answers or gets a role in a group appears here.</EmptyState>
  const below = schedule.filter((one) => isBelow(one, asked)).length
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <Segmented name={`${id}-mode`} label="Sort by" hideLabel options={modes} value={mode} onValue={setMode} />
        <PeopleTools event={event} groups={groups} all={all} schedule={schedule} />
      </div>
      {below > 0 && <Text tone="warn">{`${peopleText(below)} took fewer groups than you asked for.`}</Text>}
      {mode === 'person' ? <PerPerson schedule={schedule} timeZone={event.timeZone} asked={asked} /> : <PerDay event={event} all={all} />}
    </div>
  )
}
