// R130: what is worth doing now, first on the board: at most three lines, each with its button. It moves with whatever anybody does.
import { Check } from 'lucide-react'
import { type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { assignRoleId } from '#client/assign/assign-role-id.ts'
import { isUnreached } from '#client/group/answers/rsvp-filter.ts'
import { showAnswers } from '#client/group/answers/use-answers-view.ts'
import { isAnswered } from '#client/group/board/board-head.tsx'
import { useGroupTab } from '#client/group/tabs/group-tabs.tsx'
import { toasted } from '#client/lib/actions/use-action.ts'
import { useNow } from '#client/lib/event/use-now.ts'
import { useGroups } from '#client/records/groups.ts'
import { sendReminder } from '#client/reminder/actions.ts'
import { sendQuestion } from '#client/reminder/reminder-words.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { focusOnceThere } from '#client/ui/actions/focus-once-there.ts'
import { Badge } from '#client/ui/badge.tsx'
import { cx } from '#client/ui/cx.ts'
import { peopleText } from '#protocol/seats/companions/counting.ts'
import type { PublicEvent } from '#protocol/seats/event.ts'
import type { GroupView, RsvpRow } from '#protocol/seats/group.ts'
import type { ReminderKind } from '#protocol/seats/reminder-rules.ts'
import { type Act, acts, isRemindable, type Todo, whatToDo, whatToDoIn } from './what-to-do.ts'

interface WhatToDoProps {
  group: GroupView
  event: PublicEvent | undefined
  canManage: boolean
}

const noRows: readonly RsvpRow[] = []
function useTodos({ group, event, canManage }: WhatToDoProps): readonly Todo[] | null {
  const now = useNow()
  const rows = useGroups((held) => held.answered[group._id]?.rows ?? noRows)
  const unreached = useMemo(() => rows.filter(isUnreached).length, [rows])
  const remindable = useMemo(() => rows.filter((row) => isRemindable(row, now)).length, [rows, now])
  if (group.eventId !== null && !event) return null
  return whatToDo({ group, event: event ?? null, unreached, remindable, canManage, now })
}

interface Leading {
  /** To a tab of the group's board. */
  openTab: (tab: 'answers' | 'roles' | 'waiting') => void
  navigate: (path: string) => void
  ask: (kind: ReminderKind) => void
}
/** What each button leads to; those that send something ask first. */
function actsOf({ _id, answers }: GroupView, { openTab, navigate, ask }: Leading): Readonly<Record<Act, () => void>> {
  const see = (filter: Parameters<typeof showAnswers>[1]) => () => {
    showAnswers(_id, filter)
    openTab('answers')
  }
  return {
    invite: () => navigate(`/group/${_id}/invite`),
    assign: () => {
      openTab('roles')
      focusOnceThere(assignRoleId)
    },
    askToConfirm: () => ask('confirmation'),
    remind: () => ask('nudge'),
    seeUnconfirmed: see({}),
    seeSilent: see({ answer: answers.none > 0 ? 'none' : 'invited' }),
    seeUnreached: see({ invitation: 'unreached' }),
    seeWaiting: () => openTab('waiting'),
    seeHeld: () => openTab('waiting'),
  }
}

function AskFirst({ group, asked, onClose }: { group: GroupView; asked: ReminderKind | null; onClose: () => void }) {
  const last = useRef(asked)
  if (asked) last.current = asked // while it closes it still says what it said
  const kind = last.current ?? 'nudge'
  const send = () =>
    toasted(() => sendReminder(group._id, kind), { done: (count) => `On its way to ${peopleText(count)}`, failed: 'Failed to send' })
  return (
    <ConfirmDialog
      open={asked !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={sendQuestion(kind, group.reminders?.[kind].people ?? 0)}
      tone="primary"
      confirmLabel="Send now"
      busyLabel="Sending..."
      onConfirm={send}
    >
      No one gets two of these emails a day. Anyone who had one today gets this tomorrow morning.
    </ConfirmDialog>
  )
}

interface LineProps {
  todo: Todo
  /** R140: the group it is about, where there are several. */
  group?: string
  onAct: () => void
}
const TodoRow = ({ todo: { text, act, isRisk }, group, onAct }: LineProps) => (
  <li className="flex items-center gap-3 py-1.5 pr-3 pl-4">
    <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
      {isRisk && (
        <Badge tone="warn" className="mr-2">
          At risk
        </Badge>
      )}
      {group && (
        <bdi className="font-semibold">
          {group}
          {': '}
        </bdi>
      )}
      {text}
    </span>
    <Button size="sm" className="hit shrink-0" onClick={onAct} aria-label={group && `${acts[act]}: ${group}`}>
      {acts[act]}
    </Button>
  </li>
)

interface ListProps {
  /** More than are shown. */
  note?: string | undefined
  isEmpty: boolean
  children: ReactNode
}
function TodoList({ note, isEmpty, children }: ListProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cx('print:hidden', !isEmpty && 'rounded-lg border border-line bg-surface shadow-card')}>
      <div className={cx('flex items-baseline justify-between gap-3', !isEmpty && 'px-4 pt-2.5')}>
        <h2 id={id} className={isEmpty ? 'sr-only' : 'text-13 font-semibold text-muted'}>
          What to do now
        </h2>
        {note && <span className="tabular text-13 text-muted">{note}</span>}
      </div>
      <ul aria-live="polite" className={cx('flex flex-col', !isEmpty && 'pb-1.5')}>
        {isEmpty ? (
          <li className="flex items-center gap-2 text-13 text-muted">
            <Check aria-hidden="true" className="size-4 shrink-0" />
            Nothing to do right now.
          </li>
        ) : (
          children
        )}
      </ul>
    </section>
  )
}

/** Nothing where nobody has answered yet and nothing is missing, and where the event takes no answers. */
export function WhatToDo(props: WhatToDoProps) {
  const { group } = props
  const [, navigate] = useLocation()
  const [, openTab] = useGroupTab()
  const todos = useTodos(props)
  const [asked, setAsked] = useState<ReminderKind | null>(null)
  const act = actsOf(group, { navigate, openTab, ask: setAsked })
  const isQuiet = todos === null || (todos.length === 0 && (!isAnswered(group) || !props.canManage || props.event?.status !== 'active'))
  return (
    <>
      {!isQuiet && (
        <TodoList isEmpty={todos.length === 0}>
          {todos.map((todo) => (
            <TodoRow key={todo.rule} todo={todo} onAct={act[todo.act]} />
          ))}
        </TodoList>
      )}
      <AskFirst group={group} asked={asked} onClose={() => setAsked(null)} />
    </>
  )
}

interface TodoContext {
  readonly group: GroupView
  /** The event as the group has it. */
  readonly event: PublicEvent
}
/** R140: over all groups of an event that has several. Whom emails don't reach is told on each group's board, which has the answers. */
export function WhatToDoInAll({ all, canManage }: { all: readonly TodoContext[]; canManage: boolean }) {
  const now = useNow()
  const [, navigate] = useLocation()
  const [asked, setAsked] = useState<{ readonly group: GroupView; readonly kind: ReminderKind } | null>(null)
  const standings = all.map(({ group, event }) => ({
    group,
    event: Date.parse(event.end) <= now ? { ...event, status: 'over' as const } : event,
    unreached: 0,
    remindable: group.reminders?.nudge.people ?? 0,
    canManage,
    now,
  }))
  const { todos, all: count } = whatToDoIn(standings)
  const last = useRef(asked?.group)
  if (asked) last.current = asked.group
  const isQuiet = todos.length === 0 && (!canManage || !all.some(({ group }) => isAnswered(group)) || all[0]?.event.status !== 'active')
  return (
    <>
      {!isQuiet && (
        <TodoList isEmpty={todos.length === 0} note={count > todos.length ? `${todos.length} of ${count}` : undefined}>
          {todos.map((todo) => {
            const group = all[todo.at]?.group
            if (!group) return null
            const leading: Leading = {
              navigate,
              openTab: (tab) => navigate(`/group/${group._id}?tab=${tab}`),
              ask: (kind) => setAsked({ group, kind }),
            }
            return <TodoRow key={`${group._id} ${todo.rule}`} todo={todo} group={group.name} onAct={actsOf(group, leading)[todo.act]} />
          })}
        </TodoList>
      )}
      {last.current && <AskFirst group={last.current} asked={asked?.kind ?? null} onClose={() => setAsked(null)} />}
    </>
  )
}
