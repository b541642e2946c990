// What can be done with the answers that are picked, in sight while one scrolls.
import { ArrowRightLeft, BellRing, Mail, Trash2, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import type { Place } from '#client/assign/actions.ts'
import { counted } from '#client/lib/counted.ts'
import { writeToPicked } from '#client/records/message-draft.ts'
import { Button, IconButton } from '#client/ui/actions/button.tsx'
import type { GroupView, RsvpRow } from '#protocol/group.ts'
import { rsvpIdsPerCall } from '#protocol/limits.ts'
import { AskDialog, owing } from './ask-dialog.tsx'
import { MoveDialog, type PickedDialogProps, RemoveDialog, removable } from './picked-dialogs.tsx'
import { isSelectable } from './row-cells.tsx'
import type { Picking } from './use-picking.ts'

interface PickedBarProps {
  group: GroupView
  place: Place | null
  canManage: boolean
  /** The role one filters by; '' for any. */
  fromRole: string
  picking: Picking
}

/** One press of the bar; where it can be done to nobody who is picked it says so. */
const Act = ({
  icon,
  isOff,
  why,
  onClick,
  children,
}: {
  icon: ReactNode
  isOff: boolean
  why: string
  onClick: () => void
  children: string
}) => (
  <Button size="sm" className="hit max-sm:flex-1" icon={icon} disabled={isOff} title={isOff ? why : undefined} onClick={onClick}>
    {children}
  </Button>
)

/** Draws the bar once somebody is picked. */
export function PickedBar({ group, place, canManage, fromRole, picking: { rows, clear } }: PickedBarProps) {
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
  const dialog: PickedDialogProps | null = asked && {
    group,
    place,
    canManage,
    rows: asked.rows,
    onClose: () => setAsked(null),
    onDone: clear,
  }
  return (
    <>
      {rows.length > 0 && (
        <section
          aria-label="Selected answers"
          className="sticky bottom-3 z-20 flex animate-rise flex-wrap items-center gap-2 rounded-lg border border-line bg-raised p-2 pl-4 shadow-pop print:hidden"
        >
          <p role="status" className="tabular mr-auto font-medium">
            {counted(rows.length)} selected
          </p>
          <IconButton size="sm" className="hit sm:order-last" label="Clear the selection" icon={<X aria-hidden="true" />} onClick={clear} />
          <div className="flex flex-wrap gap-2 max-sm:w-full">
            {canManage && (
              <Act
                icon={<BellRing aria-hidden="true" />}
                isOff={owe.nudge.length + owe.confirmation.length === 0}
                why="Everybody selected has answered"
                onClick={begin('ask')}
              >
                Ask again
              </Act>
            )}
            {canManage && (
              <Act
                icon={<Mail aria-hidden="true" />}
                isOff={rows.length > rsvpIdsPerCall}
                why={`A message goes to at most ${counted(rsvpIdsPerCall)} selected people. Choose roles under Messages for more.`}
                onClick={write}
              >
                Message
              </Act>
            )}
            {place && (
              <Act
                icon={<ArrowRightLeft aria-hidden="true" />}
                isOff={!rows.some(isSelectable)}
                why="Nobody selected holds a role"
                onClick={begin('move')}
              >
                Move
              </Act>
            )}
            <Act
              icon={<Trash2 aria-hidden="true" />}
              isOff={removable(rows, place, canManage).length === 0}
              why="Nobody selected holds a role that you assign, or an open invitation"
              onClick={begin('remove')}
            >
              Remove
            </Act>
          </div>
        </section>
      )}
      {dialog && asked?.what === 'ask' && <AskDialog {...dialog} />}
      {dialog && asked?.what === 'move' && <MoveDialog {...dialog} fromRole={fromRole} />}
      {dialog && asked?.what === 'remove' && <RemoveDialog {...dialog} />}
    </>
  )
}
