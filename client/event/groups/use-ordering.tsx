// Puts the groups of an event in another order, and asks where somebody else did so meanwhile (R107).
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { BoardGroup } from '#client/group/several/board.ts'
import { toasted } from '#client/lib/actions/use-action.ts'
import type { Choices } from '#client/lib/conflict/conflict.ts'
import { ConflictDialog } from '#client/lib/conflict/conflict-dialog.tsx'
import { type EditConflict, saveOver } from '#client/lib/conflict/save.ts'
import { useEvents } from '#client/records/events.ts'
import { announce } from '#client/ui/feedback/announcer.tsx'
import { toastWithBack } from '#client/undo/undo-toast.tsx'
import { type OrderDraft, type Ordered, orderSaving } from './order-saving.ts'

const failed = 'The order couldn’t be changed. Please try again.'
type Order = readonly string[]

/** From the order that was saved just now, so that whatever others change until then is asked about. */
function backFrom({ opened }: OrderDraft, saved: Order): OrderDraft {
  const settingsRev = useEvents.getState().byId[opened._id]?.settingsRev ?? opened.settingsRev
  return { opened: { ...opened, settingsRev, groupIds: [...saved] }, edits: opened.groupIds }
}

/** `put` stays the same; it says what it did in the words of `said`. */
export function useOrdering(eventId: string | undefined, groups: readonly BoardGroup[]) {
  const [conflict, setConflict] = useState<EditConflict<Ordered, Order> | null>(null)
  const names = useRef(new Map<string, string>())
  for (const { _id, name } of groups) names.current.set(_id, name)
  const { put, save } = useMemo(() => {
    const saving = orderSaving((id) => names.current.get(id) ?? 'A new group')
    const save = async (first: OrderDraft, said: (order: Order) => string, isBack = false) => {
      const done = await saveOver(first, saving)
      if (done.is === 'asked') return setConflict(done.conflict)
      if (done.is === 'failed') throw done.error
      const { edits } = done.draft
      announce(said(edits))
      const draft = backFrom(first, edits)
      const back = () => save(draft, () => 'The order is as it was', true)
      if (!isBack) toastWithBack(said(edits), edits.join(), back)
    }
    /** From one order to another; throws where it is refused. */
    const put = async (to: Order, from: Order, said: (order: Order) => string, isBack = false) => {
      const now = eventId === undefined ? undefined : useEvents.getState().byId[eventId]
      if (now) await save({ opened: { _id: now._id, settingsRev: now.settingsRev, groupIds: [...from] }, edits: to }, said, isBack)
    }
    return { put, save }
  }, [eventId])
  const choose = async (choices: Choices) => {
    if (!conflict) return
    setConflict(null)
    await toasted(() => save({ opened: conflict.current, edits: conflict.found.settle(choices) }, () => 'The order is saved'), { failed })
  }
  const dialog: ReactNode = conflict && (
    <ConflictDialog
      conflicts={conflict.found.conflicts}
      by={conflict.by}
      busy={false}
      onChoose={(choices) => void choose(choices)}
      onClose={() => setConflict(null)}
    />
  )
  return { put, dialog }
}
