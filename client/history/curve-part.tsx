// How a group fills, drawn: the chart of its roles, the words beside it, and the same as a table.
import { useMemo, useState } from 'react'
import { formatInstant, viewerZone } from '#client/lib/dates.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Disclosure } from '#client/ui/actions/disclosure.tsx'
import { Chip } from '#client/ui/chip.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import type { PublicEvent } from '#protocol/seats/event.ts'
import { Chart, LineMark } from './chart.tsx'
import { type Curve, type Curved, paceText } from './curve.ts'
import { CurveSkeleton } from './curve-skeleton.tsx'
import { CurveTable } from './curve-table.tsx'
import { defaultRoles, drawingOf, lookOf, maxLines } from './lines.ts'
import { useCurve } from './use-curve.ts'

const ranges = [
  { value: '1', label: 'Day' },
  { value: '7', label: 'Week' },
  { value: '30', label: '30 days' },
  { value: 'all', label: 'All' },
] as const
type Range = (typeof ranges)[number]['value']
const dayMs = 86_400_000

export interface FillCurveProps {
  group: Curved
  /** The event it belongs to, once it is known. */
  event?: Pick<PublicEvent, 'start' | 'timeZone'> | undefined
}

/** What a line is of. */
const linesOf = ({ of }: Curved) => (of ? 'groups' : 'roles')

function FullSince({ curve, group, zone }: Pick<DrawnProps, 'curve' | 'group' | 'zone'>) {
  const full = curve.roles.filter(({ fullSince, isDeleted }) => fullSince && !isDeleted)
  if (full.length === 0) return null
  return (
    <ul aria-label={`Full ${linesOf(group)}`} className="flex flex-col gap-1">
      {full.map(({ _id, name, fullSince = '' }) => (
        <li key={_id} className="text-13 wrap-anywhere">
          <span className="font-medium">{name}</span> <span className="text-muted">full since {formatInstant(fullSince, zone)}</span>
        </li>
      ))}
    </ul>
  )
}

interface ChoiceProps extends Pick<DrawnProps, 'curve' | 'group'> {
  shown: ReadonlySet<string>
  onShown: (shown: ReadonlySet<string>) => void
}

function RoleChoice({ curve, group, shown, onShown }: ChoiceProps) {
  if (curve.roles.length < 2) return null
  const toggle = (id: string) => onShown(new Set(shown.has(id) ? [...shown].filter((one) => one !== id) : [...shown, id]))
  return (
    <ul
      aria-label={`${linesOf(group) === 'groups' ? 'Groups' : 'Roles'} in the chart`}
      className="flex flex-wrap gap-x-2 gap-y-3 print:hidden"
    >
      {curve.roles.map(({ _id, name, isDeleted }, place) => (
        <li key={_id} className="flex max-w-full min-w-0 items-center gap-1.5">
          <Chip pressed={shown.has(_id)} disabled={!shown.has(_id) && shown.size >= maxLines} onPress={() => toggle(_id)}>
            {isDeleted ? `${name}, deleted` : name}
          </Chip>
          {shown.has(_id) && <LineMark look={lookOf(place)} />}
        </li>
      ))}
    </ul>
  )
}

interface DrawnProps extends FillCurveProps {
  curve: Curve
  now: number
  zone: string
}

function CurveChart({ curve, group, event, now, zone }: DrawnProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const shown = useMemo(() => chosen ?? new Set(defaultRoles(curve)), [chosen, curve])
  const start = event && Date.parse(event.start)
  const drawing = useMemo(() => drawingOf(curve, shown, now, start), [curve, shown, now, start])
  const ends = drawing.lines.map(({ role, counts, limits }) => `${role.name} ${counts.at(-1) ?? 0} of ${limits.at(-1) ?? 0}`)
  return (
    <Card className="flex flex-col gap-4">
      <Chart
        drawing={drawing}
        zone={zone}
        summary={`Seats taken over time, at the end: ${ends.join(', ')}. The table below has it in numbers.`}
      />
      <RoleChoice curve={curve} group={group} shown={shown} onShown={setChosen} />
      <FullSince curve={curve} group={group} zone={zone} />
      <Disclosure summary="As a table">
        <CurveTable curve={curve} zone={zone} isAsked={group.showConfirmation} />
      </Disclosure>
    </Card>
  )
}

export function CurvePart({ group, event }: FillCurveProps) {
  const [range, setRange] = useState<Range>('all')
  const { state, retry, now } = useCurve(group, range === 'all' ? undefined : Number(range))
  const zone = event?.timeZone ?? viewerZone()
  if (state.is === 'loading') return <CurveSkeleton />
  if (state.is === 'failed') {
    return (
      <Section title="Seats over time">
        <Notice tone="warn" title="The chart didn’t load" action={<Button onClick={retry}>Try again</Button>}>
          {state.sentence}
        </Notice>
      </Section>
    )
  }
  const { curve } = state
  const fitting = ranges.filter(({ value }) => value === 'all' || now - curve.begins.at > Number(value) * dayMs)
  return (
    <Section
      title="Seats over time"
      description={
        <Text as="span" tone="muted" className="tabular">
          {paceText(curve, now)}
          {curve.roles.length > 1 && group.of && '. Each answer counts in its group: who answers in two counts twice.'}
        </Text>
      }
      actions={
        fitting.length > 1 && (
          <Segmented name="fill-range" label="How far back" hideLabel options={fitting} value={range} onValue={setRange} />
        )
      }
    >
      <CurveChart curve={curve} group={group} event={event} now={now} zone={zone} />
    </Section>
  )
}
