// What can be done with the answers that are picked, in sight while one scrolls.
import { ArrowRightLeft, BellRing, Mail, Trash2, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import type { AssignScope } from '#client/assign/actions.ts'
import { formatCount } from '#client/lib/format-count.ts'
import { writeToPicked } from '#client/records/message-draft.ts'
import { Button, IconButton } from '#client/ui/actions/button.tsx'
import { bottomBar } from '#client/ui/bottom-bar.ts'
import { rsvpIdsPerCall } from '#protocol/kernel/limits.ts'
import type { GroupView, RsvpRow } from '#protocol/seats/group.ts'
import { AskDialog, owing } from './ask-dialog.tsx'
import { MoveDialog, type PickedDialogProps, RemoveDialog, removable } from './picked-dialogs.tsx'
import { isSelectable } from './row-cells.tsx'
import type { Picking } from './use-picking.ts'

interface PickedBarProps {
  group: GroupView
  place: AssignScope | null
  canManage: boolean
  /** R129: who manages a group that still takes answers. */
  mayRemove: boolean
  /** The role one filters by; '' for any. */
  fromRole: string
  picking: Picking
}

interface ActProps {
  icon: ReactNode
  /** Why it can be done to nobody who is picked; null where it can. */
  why: string | null
  onClick: () => void
  children: string
}
const Act = ({ icon, why, onClick, children }: ActProps) => (
  <Button size="sm" className="hit max-sm:flex-1" icon={icon} disabled={why !== null} onClick={onClick}>
    {children}
  </Button>
)

const noneToRemove = (canManage: boolean, mayRemove: boolean) =>
  canManage && !mayRemove ? 'The event is over, so no one can be removed.' : 'None of the selected people has a role that you assign.'

const Reasons = ({ all }: { all: readonly string[] }) =>
  all.length > 0 ? <p className="order-last basis-full text-13 text-muted">{all.join(' ')}</p> : null

export function PickedBar({ group, place, canManage, mayRemove, fromRole, picking: { rows, clear } }: PickedBarProps) {
  const [, navigate] = useLocation()
  const [asked, setAsked] = useState<{ what: 'ask' | 'move' | 'remove'; rows: readonly RsvpRow[] } | null>(null)
  const begin = (what: 'ask' | 'move' | 'remove') => () => setAsked({ what, rows })
  const write = () => {
    writeToPicked(
      group._id,
      rows.map(({ _id }) => _id),
    )
    navigate(`/group/${group._id}/messages`)
  }
  const owe = owing(group, rows)
  // R129: said in sight, not on hover.
  const why = {
    ask:
      canManage && owe.nudge.length + owe.confirmation.length === 0
        ? 'Everyone selected has answered, so no one can be asked again.'
        : null,
    write:
      canManage && rows.length > rsvpIdsPerCall
        ? `A message goes to at most ${formatCount(rsvpIdsPerCall)} selected people. Choose roles under Messages for more.`
        : null,
    move: place && !rows.some(isSelectable) ? 'None of the selected people has a role that can be moved.' : null,
    remove: removable(rows, place, mayRemove).length === 0 ? noneToRemove(canManage, mayRemove) : null,
  }
  const dialog: PickedDialogProps | null = asked && {
    group,
    place,
    mayRemove,
    rows: asked.rows,
    onClose: () => setAsked(null),
    onDone: clear,
  }
  return (
    <>
      {rows.length > 0 && (
        // On a low screen it stands in the page, as other bars do: with the notice that one is offline it left less than half.
        <section
          ref={bottomBar}
          data-floats
          aria-label="Selected answers"
          className="sticky bottom-3 z-20 low:static flex max-h-[50dvh] animate-rise overflow-y-auto flex-wrap items-center gap-2 rounded-lg border border-line bg-raised p-2 pl-4 shadow-pop print:hidden"
        >
          <p role="status" className="tabular mr-auto font-medium">
            {formatCount(rows.length)} selected
          </p>
          <IconButton size="sm" className="hit sm:order-last" label="Clear the selection" icon={<X aria-hidden="true" />} onClick={clear} />
          <div className="flex flex-wrap gap-2 max-sm:w-full">
            {canManage && (
              <Act icon={<BellRing aria-hidden="true" />} why={why.ask} onClick={begin('ask')}>
                Remind
              </Act>
            )}
            {canManage && (
              <Act icon={<Mail aria-hidden="true" />} why={why.write} onClick={write}>
                Message
              </Act>
            )}
            {place && (
              <Act icon={<ArrowRightLeft aria-hidden="true" />} why={why.move} onClick={begin('move')}>
                Move
              </Act>
            )}
            <Act icon={<Trash2 aria-hidden="true" />} why={why.remove} onClick={begin('remove')}>
              Remove
            </Act>
          </div>
          <Reasons all={Object.values(why).filter((one) => one !== null)} />
        </section>
      )}
      {dialog && asked?.what === 'ask' && <AskDialog {...dialog} />}
      {dialog && asked?.what === 'move' && <MoveDialog {...dialog} fromRole={fromRole} />}
      {dialog && asked?.what === 'remove' && <RemoveDialog {...dialog} />}
    </>
  )
}
