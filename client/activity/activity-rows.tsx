// The lines of the activity as rows, the newest first, under the day they belong to (R105).
import { Undo2 } from 'lucide-react'
import { useEffect, useReducer } from 'react'
import { toasted, useAction } from '#client/lib/actions/use-action.ts'
import { formatDay } from '#client/lib/dates.ts'
import { useClockOffset } from '#client/lib/event/use-now.ts'
import { serverNow } from '#client/lib/now.ts'
import { useSession } from '#client/lib/session.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { VirtualList } from '#client/ui/layout/virtual-list.tsx'
import { takeBack } from '#client/undo/undo.ts'
import { undoFailed } from '#client/undo/undo-toast.tsx'
import type { ActivityLine } from '#protocol/record/activity.ts'
import { undoableUntil, useActivities } from './store.ts'
import { actorOf, entryText, timeOf } from './words.ts'

const rowPx = 68

/** Whether `until` is still to come; says so anew when it is over. */
function useStill(until: number | undefined): boolean {
  const offset = useClockOffset()
  const [, look] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (until === undefined) return
    const timer = setTimeout(look, Math.max(0, until - serverNow()) + 20)
    return () => clearTimeout(timer)
  }, [until, offset])
  return until !== undefined && until > serverNow()
}

/** R106: takes the act of a line back, while that can be done. */
function UndoButton({ line }: { line: ActivityLine }) {
  const me = useSession(({ user }) => user?._id)
  const until = useActivities((held) => undoableUntil(line, me, held))
  const isShown = useStill(until)
  const { run, isBusy } = useAction(() => toasted(() => takeBack([line._id]), { done: 'Undone', failed: undoFailed }))
  if (!isShown && !isBusy) return null
  return (
    <Button
      size="sm"
      icon={<Undo2 aria-hidden="true" />}
      busy={isBusy}
      busyLabel="Undoing..."
      aria-label={`Undo: ${entryText(line)}`}
      onClick={() => void run()}
    >
      Undo
    </Button>
  )
}

interface RowProps {
  line: ActivityLine
  /** Stands above the first line of a day. */
  day: string | null
  /** Only the first line of an act has the way back. */
  isFirst: boolean
  timeZone: string
}
const ActivityRow = ({ line, day, isFirst, timeZone }: RowProps) => (
  <>
    {day && <h3 className="border-b border-line bg-fill px-4 py-1.5 text-13 font-medium text-muted sm:px-5">{day}</h3>}
    <div className="flex min-h-11 items-center gap-3 px-4 py-2.5 sm:px-5">
      <Avatar size="sm" name={actorOf(line)} />
      <p dir="auto" className="min-w-0 flex-1 wrap-anywhere">
        {entryText(line)}
      </p>
      {isFirst && <UndoButton line={line} />}
      <time dateTime={line.at} className="tabular shrink-0 text-13 text-muted">
        {timeOf(line, timeZone)}
      </time>
    </div>
  </>
)

export function ActivityRows({ lines, timeZone }: { lines: readonly ActivityLine[]; timeZone: string }) {
  const dayOf = (line: ActivityLine | undefined) => line && formatDay(line.at, timeZone)
  const row = (index: number) => {
    const line = lines[index]
    if (!line) return null
    const before = lines[index - 1]
    const day = dayOf(line)
    return (
      <ActivityRow line={line} day={day === dayOf(before) ? null : (day ?? null)} isFirst={before?.act !== line.act} timeZone={timeZone} />
    )
  }
  return <VirtualList label="Activity" keys={lines.map(({ _id }) => _id)} row={row} rowPx={rowPx} />
}
