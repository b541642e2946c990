// Everybody's answers, for those who manage the group or assign in it: searched, filtered, sorted, picked, and live.
import { Mail, Printer } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { AssignScope } from '#client/assign/actions.ts'
import { SelectMode } from '#client/assign/select-mode.tsx'
import { loadAllRows, loadMoreRows } from '#client/group/actions.ts'
import { QuestionView, ViewChoice } from '#client/group/answers/questions/question-view.tsx'
import { useAsking, useColumns } from '#client/group/answers/questions/use-asking.ts'
import { NewLinkDialog } from '#client/guest/new-link-dialog.tsx'
import { TakeBackDialog } from '#client/invitation/take-back-dialog.tsx'
import { toasted, useAction } from '#client/lib/actions/use-action.ts'
import { viewerZone } from '#client/lib/dates.ts'
import { ExportMenu } from '#client/lib/files/export-menu.tsx'
import { formatCount } from '#client/lib/format-count.ts'
import { MendAddressDialog } from '#client/notice/mend-address.tsx'
import { useGroups } from '#client/records/groups.ts'
import { useTallies } from '#client/records/tallies.ts'
import { RemoveDialog } from '#client/removal/remove-dialog.tsx'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { LoadMore } from '#client/ui/feedback/load-more.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Spinner } from '#client/ui/feedback/spinner.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { answeredIn } from '#protocol/seats/coverage.ts'
import type { GroupView, RsvpRow } from '#protocol/seats/group.ts'
import type { Sorting } from './answer-order.ts'
import { type HeadProps, PickAll, SortSelect } from './answers-head.tsx'
import { answersTable } from './answers-table.ts'
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
  await toasted(async () => pick(fitting(groupId, await loadAllRows(groupId))), { failed: loadFailed })
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

/** What the number on the tab counts, and who is in the list beside them; how far it is loaded. */
function describe(answered: number, total: number, loaded: number): string | undefined {
  const missing = total - answered
  const said = missing > 0 && `${formatCount(answered)} answered, ${formatCount(missing)} ${missing === 1 ? 'has' : 'have'} not.`
  return [said, loaded < total && `${formatCount(loaded)} of ${formatCount(total)} loaded`].filter(Boolean).join(' ') || undefined
}

interface RsvpListProps {
  group: GroupView
  /** Where roles can be assigned; null where they can't be, or not by this person. */
  place?: AssignScope | null
  /** Who manages the group may send somebody a new personal link (R87). */
  canManage?: boolean
  /** Only those who write to guests (R200), while the group takes answers. */
  mayInvite?: boolean
  /** R200: sends messages, invitations and new links. */
  mayWrite?: boolean
  /** R206: who only looks on doesn't. */
  seesEmails?: boolean
  /** On whose clock times are. */
  timeZone?: string
}

export function RsvpList(props: RsvpListProps) {
  const {
    group,
    place = null,
    canManage = false,
    mayInvite = false,
    mayWrite = canManage,
    seesEmails = true,
    timeZone = viewerZone(),
  } = props
  const mayRemove = canManage && mayInvite
  const { _id: groupId } = group
  const asking = useAsking(group, canManage)
  const columns = useColumns(groupId, asking)
  const { rows, shown, filter, order, isComplete, setFilter } = useAnswersView(groupId, asking)
  const picking = usePicking(shown)
  const hasDoor = useTallies((held) => Boolean(held[groupId]?.came)) && seesEmails
  const { yes, no, none } = group.answers
  const total = Math.max(yes + no + none + (group.invitations?.silent ?? 0), rows.length)
  const faults = useMemo(() => countFaults(rows), [rows])
  const mayPick = canManage || place !== null
  const head = useHead(groupId, order.sorting, picking, isComplete && picking.areAll, mayPick)
  return (
    <Section
      title="Answers"
      actions={total > 0 && seesEmails && <ListTools {...{ group, canManage, mayWrite, timeZone }} />}
      description={describe(answeredIn(group.answers), total, isComplete ? total : rows.length)}
    >
      {total > 0 && (
        <RsvpFilters
          filter={filter}
          onChange={setFilter}
          answers={group.answers}
          isAsked={group.showConfirmation}
          total={total}
          roles={group.roles}
          invitations={group.invitations}
          faults={faults}
          asking={asking}
          questionCounts={group.questionCounts}
          hasDoor={hasDoor}
          pickAll={head.picking && <PickAll picking={head.picking} className="lg:hidden" />}
          sort={<SortSelect {...head} questions={columns.columns} />}
          view={<ViewChoice asking={asking} columns={columns} />}
        />
      )}
      {total > 0 && (
        <QuestionView
          group={group}
          asking={asking}
          columns={columns}
          filter={filter.question}
          onFilter={(question) => setFilter({ ...filter, question })}
        />
      )}
      <OrderState order={order} count={rows.length} total={total} />
      {shown.length > 0 && (
        <ActiveRows
          group={group}
          place={place}
          canManage={canManage}
          mayWrite={mayWrite}
          mayRemove={mayRemove}
          timeZone={timeZone}
          rows={shown}
          head={head}
          asking={asking}
          columns={columns.columns}
          picked={picking.picked}
          onPick={mayPick ? picking.pick : undefined}
        />
      )}
      {mayPick && (
        <PickedBar group={group} place={place} canManage={canManage} mayRemove={mayRemove} fromRole={filter.role} picking={picking} />
      )}
      {total === 0 && <NoAnswers mayInvite={mayInvite} />}
      {total > 0 && shown.length === 0 && isComplete && (
        <EmptyState title="No matches" action={<Button onClick={() => setFilter(everyone)}>Clear search and filters</Button>}>
          No answer matches this search and these filters.
        </EmptyState>
      )}
      {!order.isLoadingAll && !order.failure && <MoreRows groupId={groupId} isComplete={isComplete} />}
    </Section>
  )
}

const NoAnswers = ({ mayInvite }: { mayInvite: boolean }) => (
  <EmptyState title="No answers yet">
    {mayInvite && 'Share the link or invite people by email. '}
    Every answer appears here the moment it is given.
  </EmptyState>
)

const ListTools = ({
  group,
  canManage,
  mayWrite,
  timeZone,
}: Required<Pick<RsvpListProps, 'group' | 'canManage' | 'mayWrite' | 'timeZone'>>) => (
  <>
    {mayWrite && (
      <ButtonLink size="sm" href={`/group/${group._id}/messages`} icon={<Mail aria-hidden="true" />}>
        Messages
      </ButtonLink>
    )}
    <ButtonLink size="sm" href={`/group/${group._id}/roster`} icon={<Printer aria-hidden="true" />}>
      Roster
    </ButtonLink>
    <ExportMenu
      size="sm"
      name={group.name}
      failed="Failed to export the answers"
      table={async () => answersTable(await loadAllRows(group._id), timeZone, canManage ? group.questions : [])}
    />
  </>
)

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
      Loading all answers to sort them: {formatCount(count)} of {formatCount(total)}
    </p>
  )
}

function MoreRows({ groupId, isComplete }: { groupId: string; isComplete: boolean }) {
  const { run, isBusy, failure } = useAction(() => loadMoreRows(groupId), loadFailed)
  // One that fails waits for a press instead of asking again and again.
  return failure ? (
    <Notice tone="danger" live action={<Button onClick={() => void run()}>Try again</Button>}>
      {failure}
    </Notice>
  ) : (
    <LoadMore onMore={run} busy={isBusy} isDone={isComplete} />
  )
}

interface ActiveRowsProps
  extends Required<Pick<RsvpListProps, 'group' | 'place' | 'canManage' | 'mayWrite' | 'timeZone'>>,
    Pick<Parameters<typeof RsvpRows>[0], 'rows' | 'head' | 'asking' | 'columns' | 'picked' | 'onPick'> {
  mayRemove: boolean
}

function ActiveRows({ group, place, canManage, mayWrite, mayRemove, ...table }: ActiveRowsProps) {
  const moved = useGroups((held) => held.moved)
  const { selectedId, select, leave } = useSelecting()
  const renderSelected = useCallback((row: RsvpRow) => place && <SelectMode place={place} row={row} onClose={leave} />, [place, leave])
  const [faulty, setFaulty] = useState<RsvpRow | null>(null)
  const [newLinkFor, setNewLinkFor] = useState<RsvpRow | null>(null)
  const [doomed, setDoomed] = useState<RsvpRow | null>(null)
  const [takeBackFrom, setTakeBackFrom] = useState<RsvpRow | null>(null)
  return (
    <>
      <RsvpRows
        {...table}
        isAsked={group.showConfirmation}
        moved={moved}
        onSelect={place ? select : undefined}
        onNewLink={mayWrite ? setNewLinkFor : undefined}
        onRetryAddress={canManage ? setFaulty : undefined}
        onTakeBack={mayWrite ? setTakeBackFrom : undefined}
        onRemove={mayRemove ? setDoomed : undefined}
        selectedId={place && selectedId}
        renderSelected={renderSelected}
      />
      <MendAddressDialog groupId={group._id} row={faulty} onClose={() => setFaulty(null)} />
      <NewLinkDialog groupId={group._id} row={newLinkFor} onClose={() => setNewLinkFor(null)} />
      <TakeBackDialog groupId={group._id} row={takeBackFrom} onClose={() => setTakeBackFrom(null)} />
      {doomed && <RemoveDialog key={doomed._id} group={group} row={doomed} onClose={() => setDoomed(null)} />}
    </>
  )
}
