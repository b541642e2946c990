// Everybody's answers, for those who manage the group or assign in it: searched, filtered, sorted, picked, and live.
import { Mail, Printer } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { Place } from '#client/assign/actions.ts'
import { SelectMode } from '#client/assign/select-mode.tsx'
import { loadAllRows, loadMoreRows } from '#client/group/actions.ts'
import { NewLinkDialog } from '#client/guest/new-link-dialog.tsx'
import { TakeBackDialog } from '#client/invitation/take-back-dialog.tsx'
import { sentenceOf } from '#client/lib/call.ts'
import { counted } from '#client/lib/counted.ts'
import { viewerZone } from '#client/lib/dates.ts'
import { MendAddressDialog } from '#client/notice/mend-address.tsx'
import { useGroups } from '#client/records/groups.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { LoadMore } from '#client/ui/feedback/load-more.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Spinner } from '#client/ui/feedback/spinner.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import type { GroupView, RsvpRow } from '#protocol/group.ts'
import type { Sorting } from './answer-order.ts'
import { AnswersTools, type HeadProps } from './answers-head.tsx'
import { ExportButton } from './export-button.tsx'
import { PickedBar } from './picked-bar.tsx'
import { countFaults, everyone } from './rsvp-filter.ts'
import { RsvpFilters } from './rsvp-filters.tsx'
import { RsvpRows } from './rsvp-rows.tsx'
import { fitting, sortAnswers, useAnswersView } from './use-answers-view.ts'
import type { Order } from './use-order.ts'
import { type Picking, usePicking } from './use-picking.ts'

/** A dialog that closes gives the focus back first. */
const focusAfterMs = 200
const loadFailed = 'Failed to load group data'

/** Loads further pages; one that fails waits for a press instead of asking again and again. */
function useMore(groupId: string) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const load = useCallback(async () => {
    setBusy(true)
    setFailure(undefined)
    await loadMoreRows(groupId).catch((error: unknown) => setFailure(sentenceOf(error, loadFailed)))
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

/** Picks all that fit, those too that aren't loaded yet. */
async function pickAll(groupId: string, { pickAll: pick, clear }: Pick<Picking, 'pickAll' | 'clear'>, isAll: boolean) {
  if (!isAll) return clear()
  await loadAllRows(groupId).then(
    (rows) => pick(fitting(groupId, rows)),
    (error: unknown) => toast.error(sentenceOf(error, loadFailed)),
  )
}

/** The same as long as it shows the same, so that the rows under it aren't drawn anew with whatever else changes. */
function useHead(groupId: string, sorting: Sorting | null, picking: Picking, areAll: boolean, mayPick: boolean): HeadProps {
  const areSome = picking.rows.length > 0
  const { pickAll: pick, clear } = picking
  return useMemo(() => {
    const onAll = (isAll: boolean) => void pickAll(groupId, { pickAll: pick, clear }, isAll)
    const onSort = (next: Sorting) => sortAnswers(groupId, next)
    return { sorting, onSort, ...(mayPick && { picking: { areAll, areSome, onAll } }) }
  }, [groupId, sorting, areAll, areSome, mayPick, pick, clear])
}

interface RsvpListProps {
  group: GroupView
  /** Where roles can be assigned; null where they can't be, or not by this person. */
  place?: Place | null
  /** Who manages the group may send somebody a new personal link (R87). */
  canManage?: boolean
  /** Only those who manage a group that still takes answers. */
  mayInvite?: boolean
  /** On whose clock times are. */
  timeZone?: string
}

export function RsvpList({ group, place = null, canManage = false, mayInvite = false, timeZone = viewerZone() }: RsvpListProps) {
  const { _id: groupId } = group
  const { rows, shown, filter, order, isComplete, setFilter } = useAnswersView(groupId)
  const picking = usePicking(shown)
  const { yes, no, none } = group.answers
  const total = Math.max(yes + no + none + (group.invitations?.silent ?? 0), rows.length)
  const faults = useMemo(() => countFaults(rows), [rows])
  const mayPick = canManage || place !== null
  const head = useHead(groupId, order.sorting, picking, isComplete && picking.areAll, mayPick)
  return (
    <Section
      title="Answers"
      actions={total > 0 && <Tools group={group} canManage={canManage} />}
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
      <OrderState order={order} count={rows.length} total={total} />
      {shown.length > 0 && <AnswersTools {...head} />}
      {shown.length > 0 && (
        <ActiveRows
          group={group}
          place={place}
          canManage={canManage}
          timeZone={timeZone}
          rows={shown}
          head={head}
          picked={picking.picked}
          onPick={mayPick ? picking.pick : undefined}
        />
      )}
      {mayPick && <PickedBar group={group} place={place} canManage={canManage} fromRole={filter.role} picking={picking} />}
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
      {!order.isLoadingAll && !order.failure && <More groupId={groupId} isComplete={isComplete} />}
    </Section>
  )
}

const Tools = ({ group, canManage }: Pick<RsvpListProps, 'group' | 'canManage'>) => (
  <>
    {canManage && (
      <ButtonLink size="sm" href={`/group/${group._id}/messages`} icon={<Mail aria-hidden="true" />}>
        Messages
      </ButtonLink>
    )}
    <ButtonLink size="sm" href={`/group/${group._id}/roster`} icon={<Printer aria-hidden="true" />}>
      Roster
    </ButtonLink>
    <ExportButton group={group} />
  </>
)

/** Says that an order waits for the rest, or why the rest doesn't come. */
function OrderState({ order: { isLoadingAll, failure, retry }, count, total }: { order: Order; count: number; total: number }) {
  if (failure)
    return (
      <Notice tone="danger" live action={<Button onClick={retry}>Try again</Button>}>
        {failure}
      </Notice>
    )
  if (!isLoadingAll) return null
  return (
    <p role="status" className="tabular flex items-center gap-2 text-13 text-muted">
      <Spinner />
      Loading all answers to sort them: {counted(count)} of {counted(total)}
    </p>
  )
}

function More({ groupId, isComplete }: { groupId: string; isComplete: boolean }) {
  const more = useMore(groupId)
  return more.failure ? (
    <Notice tone="danger" live action={<Button onClick={more.load}>Try again</Button>}>
      {more.failure}
    </Notice>
  ) : (
    <LoadMore onMore={more.load} busy={more.isBusy} isDone={isComplete} />
  )
}

interface ActiveRowsProps
  extends Required<Pick<RsvpListProps, 'group' | 'place' | 'canManage' | 'timeZone'>>,
    Pick<Parameters<typeof RsvpRows>[0], 'rows' | 'head' | 'picked' | 'onPick'> {}

/** The rows with what is done to a single one. */
function ActiveRows({ group, place, canManage, ...table }: ActiveRowsProps) {
  const moved = useGroups((held) => held.moved)
  const { selectedId, select, leave } = useSelecting()
  const renderSelected = useCallback((row: RsvpRow) => place && <SelectMode place={place} row={row} onClose={leave} />, [place, leave])
  const [faulty, setFaulty] = useState<RsvpRow | null>(null)
  const [newLinkFor, setNewLinkFor] = useState<RsvpRow | null>(null)
  const [takeBackFrom, setTakeBackFrom] = useState<RsvpRow | null>(null)
  return (
    <>
      <RsvpRows
        {...table}
        moved={moved}
        onSelect={place ? select : undefined}
        onNewLink={canManage ? setNewLinkFor : undefined}
        onRetryAddress={canManage ? setFaulty : undefined}
        onTakeBack={canManage ? setTakeBackFrom : undefined}
        selectedId={place && selectedId}
        renderSelected={renderSelected}
      />
      <MendAddressDialog groupId={group._id} row={faulty} onClose={() => setFaulty(null)} />
      <NewLinkDialog groupId={group._id} row={newLinkFor} onClose={() => setNewLinkFor(null)} />
      <TakeBackDialog groupId={group._id} row={takeBackFrom} onClose={() => setTakeBackFrom(null)} />
    </>
  )
}
