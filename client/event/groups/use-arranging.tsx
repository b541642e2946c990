// Putting the groups of an event in another order, and deleting one: what is asked before, and what can be taken back.
import { type ReactNode, useMemo, useState } from 'react'
import { restoreGroup } from '#client/group/actions.ts'
import type { BoardGroup } from '#client/group/several/board.ts'
import { fillOf, moved } from '#client/group/several/fill.ts'
import { ActionDialog } from '#client/lib/actions/action-dialog.tsx'
import { toasted } from '#client/lib/actions/use-action.ts'
import { toastWithBack } from '#client/undo/undo-toast.tsx'
import { partiesText } from '#protocol/seats/companions/counting.ts'
import type { EventView } from '#protocol/seats/event.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { removeGroup } from './acts.ts'
import { useOrdering } from './use-ordering.tsx'

export interface Arranging {
  readonly mayArrange: boolean
  readonly isAlone: boolean
  readonly isFirst: (id: string) => boolean
  readonly isLast: (id: string) => boolean
  readonly move: (group: BoardGroup, by: -1 | 1) => Promise<void>
  readonly askRemove: (group: GroupView) => void
}

/** What becomes of whom, said beforehand. */
export function removalText(group: GroupView): string {
  const { count, waiting = 0 } = fillOf(group)
  const seats = count === 1 ? '1 seat is' : `${count} seats are`
  const waits = waiting > 0 ? ` ${partiesText(waiting, group)} ${waiting === 1 ? 'waits' : 'wait'} for one.` : ''
  if (count === 0 && waiting === 0) return `No one has a seat in “${group.name}”. Its link then says that it was canceled.`
  return `${seats} taken in “${group.name}”.${waits} Everyone with a seat gets an email, and its link then says that it was canceled. The other groups stay as they are.`
}

interface RemoveDialogProps {
  asked: GroupView | null
  eventId: string | undefined
  onClose: () => void
}

function RemoveDialog({ asked, eventId, onClose }: RemoveDialogProps) {
  const remove = async ({ _id, name }: GroupView) => {
    if (eventId === undefined) return
    await removeGroup(eventId, _id)
    toastWithBack(`“${name}” deleted`, _id, () => restoreGroup(eventId, _id))
  }
  return (
    <ActionDialog
      about={asked}
      onClose={onClose}
      title={`Delete “${asked?.name ?? ''}”?`}
      confirmLabel="Delete group"
      busyLabel="Deleting..."
      failed="The group couldn’t be deleted. Please try again."
      work={remove}
    >
      {asked && removalText(asked)}
    </ActionDialog>
  )
}

/** `arranging` stays the same as long as the groups and their order do: what is drawn of each goes by it. `dialogs` are to be drawn beside it. */
export function useArranging(managed: EventView | null, groups: readonly BoardGroup[]): { arranging: Arranging; dialogs: ReactNode } {
  const [asked, setAsked] = useState<GroupView | null>(null)
  const ids = useMemo(() => groups.map(({ _id }) => _id), [groups])
  const known = ids.join()
  const eventId = managed?._id
  const { put, dialog } = useOrdering(eventId, groups)
  const arranging = useMemo(() => {
    const order = known.split(',')
    return {
      mayArrange: eventId !== undefined,
      isAlone: order.length < 2,
      isFirst: (id: string) => order[0] === id,
      isLast: (id: string) => order.at(-1) === id,
      move: async ({ _id, name }: BoardGroup, by: -1 | 1) => {
        if (eventId === undefined) return
        const next = moved(order, _id, by)
        const said = (ids: readonly string[]) => `“${name}” is now ${ids.indexOf(_id) + 1} of ${ids.length}`
        await toasted(() => put(next, order, said), { failed: 'The order couldn’t be changed. Please try again.' })
      },
      askRemove: setAsked,
    }
  }, [known, eventId, put])
  const dialogs = (
    <>
      <RemoveDialog asked={asked} eventId={eventId} onClose={() => setAsked(null)} />
      {dialog}
    </>
  )
  return { arranging, dialogs }
}
