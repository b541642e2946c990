// Everybody's answers, for those who manage the group: searched, filtered, loaded page by page, and live.
import { Mail } from 'lucide-react'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { Place } from '#client/assign/actions.ts'
import { SelectMode } from '#client/assign/select-mode.tsx'
import { loadMoreRows } from '#client/group/actions.ts'
import { NewLinkDialog } from '#client/guest/new-link-dialog.tsx'
import { TakeBackDialog } from '#client/invitation/take-back-dialog.tsx'
import { sentenceOf } from '#client/lib/call.ts'
import { counted } from '#client/lib/counted.ts'
import { MendAddressDialog } from '#client/notice/mend-address.tsx'
import { useGroups } from '#client/records/groups.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { LoadMore } from '#client/ui/feedback/load-more.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import type { GroupView, RsvpRow } from '#protocol/group.ts'
import { ExportButton } from './export-button.tsx'
import { countFaults, everyone, filterRows, latestFirst } from './rsvp-filter.ts'
import { RsvpFilters } from './rsvp-filters.tsx'
import { RsvpRows } from './rsvp-rows.tsx'

/** A dialog that closes gives the focus back first. */
const focusAfterMs = 200
const noRows: readonly RsvpRow[] = []

/** Loads further pages; one that fails waits for a press instead of asking again and again. */
function useMore(groupId: string) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const load = useCallback(async () => {
    setBusy(true)
    setFailure(undefined)
    await loadMoreRows(groupId).catch((error: unknown) => setFailure(sentenceOf(error, 'Failed to load group data')))
    setBusy(false)
  }, [groupId])
  return { isBusy, failure, load }
}

/** One card at a time is in select mode; afterwards the focus is where it came from, or on the card that has no roles any more. */
function useSelecting() {
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const select = useCallback((row: RsvpRow) => setSelectedId(row._id), [])
  const leave = useCallback(() => {
    const find = (what: string) => document.querySelector<HTMLElement>(`[data-${what}="${selectedId}"]`)
    setSelectedId(null)
    setTimeout(() => (find('select') ?? find('row'))?.focus({ preventScroll: true }), focusAfterMs)
  }, [selectedId])
  return { selectedId, select, leave }
}

interface RsvpListProps {
  group: GroupView
  /** Where roles can be assigned; null where they can't be, or not by this person. */
  place?: Place | null
  /** Who manages the group may send somebody a new personal link (R87). */
  canManage?: boolean
  /** Only those who manage a group that still takes answers. */
  mayInvite?: boolean
}

export function RsvpList({ group, place = null, canManage = false, mayInvite = false }: RsvpListProps) {
  const [filter, setFilter] = useState(everyone)
  const late = useDeferredValue(filter)
  const answered = useGroups((held) => held.answered[group._id])
  const moved = useGroups((held) => held.moved)
  const more = useMore(group._id)
  const rows = answered?.rows ?? noRows
  const isComplete = !answered?.nextCursor
  const shown = useMemo(() => filterRows(isComplete ? latestFirst(rows) : rows, late), [rows, isComplete, late])
  const { selectedId, select, leave } = useSelecting()
  const [faulty, setFaulty] = useState<RsvpRow | null>(null)
  const [newLinkFor, setNewLinkFor] = useState<RsvpRow | null>(null)
  const [takeBackFrom, setTakeBackFrom] = useState<RsvpRow | null>(null)
  const { yes, no, none } = group.answers
  const total = Math.max(yes + no + none + (group.invitations?.silent ?? 0), rows.length)
  const faults = useMemo(() => countFaults(rows), [rows])
  return (
    <Section
      title="Answers"
      actions={
        <>
          {canManage && total > 0 && (
            <ButtonLink href={`/group/${group._id}/messages`} icon={<Mail aria-hidden="true" />}>
              Messages
            </ButtonLink>
          )}
          {total > 0 && <ExportButton group={group} />}
        </>
      }
      description={isComplete || rows.length >= total ? undefined : `${counted(rows.length)} of ${counted(total)} loaded`}
    >
      {total > 0 && (
        <RsvpFilters
          filter={filter}
          onChange={setFilter}
          answers={group.answers}
          total={total}
          roles={group.roles}
          invitations={group.invitations}
          faults={faults}
        />
      )}
      {shown.length > 0 && (
        <RsvpRows
          rows={shown}
          moved={moved}
          onSelect={place ? select : undefined}
          onNewLink={canManage ? setNewLinkFor : undefined}
          onRetryAddress={canManage ? setFaulty : undefined}
          onTakeBack={canManage ? setTakeBackFrom : undefined}
          selectedId={place && selectedId}
          renderSelected={(row) => place && <SelectMode place={place} row={row} onClose={leave} />}
        />
      )}
      <MendAddressDialog groupId={group._id} row={faulty} onClose={() => setFaulty(null)} />
      <NewLinkDialog groupId={group._id} row={newLinkFor} onClose={() => setNewLinkFor(null)} />
      <TakeBackDialog groupId={group._id} row={takeBackFrom} onClose={() => setTakeBackFrom(null)} />
      {total === 0 && (
        <EmptyState title="No answers yet">
          {mayInvite && 'Share the link or invite people by email. '}
          Every answer appears here the moment it is given.
        </EmptyState>
      )}
      {total > 0 && shown.length === 0 && isComplete && (
        <EmptyState title="Nobody fits" action={<Button onClick={() => setFilter(everyone)}>Show everyone</Button>}>
          No answer matches this search and these filters.
        </EmptyState>
      )}
      {more.failure ? (
        <Notice tone="danger" live action={<Button onClick={more.load}>Try again</Button>}>
          {more.failure}
        </Notice>
      ) : (
        <LoadMore onMore={more.load} busy={more.isBusy} isDone={isComplete} />
      )}
    </Section>
  )
}
