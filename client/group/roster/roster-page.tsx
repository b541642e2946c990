// The roster of a group (/group/:groupId/roster): who holds which role, with a place to sign, made for paper (R110).

import { Printer } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { loadAllRows } from '#client/group/actions.ts'
import { GroupFrame } from '#client/group/group-frame.tsx'
import { backTo, useBoardPath } from '#client/group/several/board-path.ts'
import { StepGroups } from '#client/group/several/step-groups.tsx'
import { errorText } from '#client/lib/call.ts'
import { formatThere, viewerZone } from '#client/lib/dates.ts'
import { EventWhen } from '#client/lib/event/event-when.tsx'
import { ExportMenu } from '#client/lib/files/export-menu.tsx'
import type { Table } from '#client/lib/files/table.ts'
import { formatCount } from '#client/lib/format-count.ts'
import { serverNow } from '#client/lib/now.ts'
import { isInside, useGroups } from '#client/records/groups.ts'
import { useFormView } from '#client/rsvp/form-room.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Spinner } from '#client/ui/feedback/spinner.tsx'
import { Switch } from '#client/ui/fields/switch.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'
import type { GroupPage } from '#protocol/seats/group.ts'
import { doorQuestions, rosterOf, rosterTable } from './roster.ts'
import { RosterTable } from './roster-table.tsx'

/** Loads all answers; the roster is no roster before they are here. */
function useAllRows(groupId: string) {
  const answered = useGroups((held) => held.answered[groupId])
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    setFailure(null)
    loadAllRows(groupId).catch((error: unknown) => setFailure(errorText(error, 'Failed to load the answers')))
  }, [groupId, attempt])
  return { rows: answered?.rows ?? [], isComplete: answered?.nextCursor === null, failure, retry: () => setAttempt((count) => count + 1) }
}

interface ToolsProps {
  name: string
  /** Undefined while answers are loading. */
  table: (() => Table) | undefined
  isApart: boolean
  onApart: (isApart: boolean) => void
}
const RosterTools = ({ name, table, isApart, onApart }: ToolsProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 print:hidden">
    <Switch label="One role per page" checked={isApart} onValue={onApart} />
    <div className="flex flex-wrap items-center gap-2">
      {table && <ExportMenu name={`${name} roster`} failed="Failed to export the roster" table={table} />}
      <Button variant="primary" icon={<Printer aria-hidden="true" />} disabled={!table} onClick={() => window.print()}>
        Print
      </Button>
    </div>
  </div>
)

function OpenRoster({ page }: { page: GroupPage }) {
  const id = page.group._id
  const board = useBoardPath(page.group)
  const group = useGroups((held) => held.byId[id])
  const event = useFormView(id, page.group.eventId)?.event
  const { rows, isComplete, failure, retry } = useAllRows(id)
  const [isApart, setApart] = useState(false)
  const [asOf] = useState(() => new Date(serverNow()).toISOString())
  const parts = useMemo(() => (group && isComplete ? rosterOf(group, rows) : null), [group, rows, isComplete])
  if (!group) return null
  const title = event?.name ?? group.name
  const zone = event?.timeZone ?? viewerZone()
  return (
    <>
      <title>{`Roster · ${title} · Rolecall`}</title>
      {group.eventId && <StepGroups eventId={group.eventId} groupId={id} page="roster" />}
      <PageHeader
        title="Roster"
        lead={
          <>
            <span dir="auto" className="line-clamp-3 font-medium text-ink wrap-anywhere print:line-clamp-none">
              {title}
            </span>
            {event && <EventWhen {...event} />}
            {event?.location && (
              <span dir="auto" className="block wrap-anywhere">
                {event.location}
              </span>
            )}
            {event?.dressCode && <span dir="auto" className="block">{`Dress code: ${event.dressCode}`}</span>}
          </>
        }
        back={backTo(board, '?tab=answers')}
      />
      <RosterTools name={title} table={parts ? () => rosterTable(group, parts, zone) : undefined} isApart={isApart} onApart={setApart} />
      {failure && <ErrorState title={failure} onRetry={retry} />}
      {!parts && !failure && (
        <p role="status" className="tabular flex items-center gap-2 text-muted">
          <Spinner /> Loading all answers: {formatCount(rows.length)} so far
        </p>
      )}
      {parts?.map((part, nth) => (
        <RosterTable
          key={part.key}
          part={part}
          isAsked={group.showConfirmation}
          isApart={isApart && nth > 0}
          title={isApart ? title : null}
          questions={doorQuestions(group)}
          asOf={`As of ${formatThere(asOf, zone)}`}
        />
      ))}
    </>
  )
}

/** Draws the page, for those who see the answers anyway: who manages the group, or may assign in it. */
export const RosterPage = () => (
  <GroupFrame
    title="Roster"
    mayOpen={isInside}
    withEvent
    widthOf={() => 'wide'}
    skeleton={
      <Loading label="Loading the roster...">
        <Skeleton className="h-64 w-full rounded-lg" />
      </Loading>
    }
  >
    {(page) => <OpenRoster page={page} />}
  </GroupFrame>
)
