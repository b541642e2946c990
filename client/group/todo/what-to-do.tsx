// R130: what is worth doing now, first on the board: at most three lines, each with its button. It moves with whatever anybody does.
import { type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { assignRoleId } from '#client/assign/assign-role-id.ts'
import { showAnswers } from '#client/group/answers/use-answers-view.ts'
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
import { peopleText } from '#protocol/seats/companions/counting.ts'
import type { PublicEvent } from '#protocol/seats/event.ts'
import type { GroupView, RsvpRow } from '#protocol/seats/group.ts'
import type { ReminderKind } from '#protocol/seats/reminder-rules.ts'
import { type Act, isRemindable, type Todo, whatToDo, whatToDoIn } from './what-to-do.ts'

interface WhatToDoProps {
  group: GroupView
  event: PublicEvent | undefined
  canManage: boolean
}

const noRows: readonly RsvpRow[] = []
function useTodos({ group, event, canManage }: WhatToDoProps): readonly Todo[] | null {
  const now = useNow()
  const rows = useGroups((held) => held.answered[group._id]?.rows ?? noRows)
  const remindable = useMemo(() => rows.filter((row) => isRemindable(row, now)).length, [rows, now])
  if (group.eventId !== null && !event) return null
  return whatToDo({ group, event: event ?? null, remindable, canManage, now })
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
  /** The most urgent has the filled button. */
  isFirst: boolean
  onAct: () => void
}
const TodoRow = ({ todo: { text, why, label, isRisk }, group, isFirst, onAct }: LineProps) => (
  <li className="flex flex-1 items-center gap-3 py-2.5 pr-3 pl-4">
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
      <span className="font-medium">{text}</span>
      {why && <span className="tabular block text-13 text-muted">{why}</span>}
    </span>
    <Button
      size="sm"
      variant={isFirst ? 'primary' : 'secondary'}
      className="hit shrink-0"
      onClick={onAct}
      aria-label={group && `${label}: ${group}`}
    >
      {label}
    </Button>
  </li>
)

/** `note`: more than are shown. */
function TodoList({ note, children }: { note?: string | undefined; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-surface shadow-card print:hidden">
      <div className="flex items-baseline justify-between gap-3 px-4 py-2.5">
        <h2 id={id} className="text-13 font-semibold text-muted">
          What to do now
        </h2>
        {note && <span className="tabular text-13 text-muted">{note}</span>}
      </div>
      <ul aria-live="polite" className="flex flex-col divide-y divide-line border-t border-line lg:flex-row lg:divide-x lg:divide-y-0">
        {children}
      </ul>
    </section>
  )
}

/** Nothing where nothing is missing, and where the event takes no answers. */
export function WhatToDo(props: WhatToDoProps) {
  const { group } = props
  const [, navigate] = useLocation()
  const [, openTab] = useGroupTab()
  const todos = useTodos(props)
  const [asked, setAsked] = useState<ReminderKind | null>(null)
  const act = actsOf(group, { navigate, openTab, ask: setAsked })
  return (
    <>
      {todos !== null && todos.length > 0 && (
        <TodoList>
          {todos.map((todo, nth) => (
            <TodoRow key={todo.rule} todo={todo} isFirst={nth === 0} onAct={act[todo.act]} />
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
/** R140: over all groups of an event that has several. */
export function WhatToDoInAll({ all, canManage }: { all: readonly TodoContext[]; canManage: boolean }) {
  const now = useNow()
  const [, navigate] = useLocation()
  const [asked, setAsked] = useState<{ readonly group: GroupView; readonly kind: ReminderKind } | null>(null)
  const standings = all.map(({ group, event }) => ({
    group,
    event: Date.parse(event.end) <= now ? { ...event, status: 'over' as const } : event,
    remindable: group.reminders?.nudge.people ?? 0,
    canManage,
    now,
  }))
  const { todos, all: count } = whatToDoIn(standings)
  const last = useRef(asked?.group)
  if (asked) last.current = asked.group
  return (
    <>
      {todos.length > 0 && (
        <TodoList note={count > todos.length ? `${todos.length} of ${count}` : undefined}>
          {todos.map((todo, nth) => {
            const group = all[todo.at]?.group
            if (!group) return null
            const leading: Leading = {
              navigate,
              openTab: (tab) => navigate(`/group/${group._id}?tab=${tab}`),
              ask: (kind) => setAsked({ group, kind }),
            }
            const act = actsOf(group, leading)[todo.act]
            return <TodoRow key={`${group._id} ${todo.rule}`} todo={todo} group={group.name} isFirst={nth === 0} onAct={act} />
          })}
        </TodoList>
      )}
      {last.current && <AskFirst group={last.current} asked={asked?.kind ?? null} onClose={() => setAsked(null)} />}
    </>
  )
}
