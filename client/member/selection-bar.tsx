// Selects all that are found, and removes who is selected once that is confirmed.
import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import { toasted } from '#client/lib/actions/use-action.ts'
import { removeMembers } from '#client/org/actions.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import type { useSelection } from './use-selection.ts'

interface Props {
  orgId: string
  selection: ReturnType<typeof useSelection>
}

/** It stays in sight while one scrolls. */
export function SelectionBar({ orgId, selection: { selected, offered, areAllSelected, selectAll } }: Props) {
  const [isAsking, setAsking] = useState(false)
  const [asked, setAsked] = useState(0)
  const count = selected.size
  const remove = () =>
    toasted(() => removeMembers(orgId, [...selected]).then(() => selectAll(false)), {
      done: `${asked} member(s) removed`,
      failed: 'Failed to remove members',
    })
  const ask = () => {
    if (count === 0) return
    setAsked(count)
    setAsking(true)
  }
  return (
    <div className="sticky top-[calc(var(--top-bar)+4rem)] low:static z-10 -my-2 flex min-h-14 items-center justify-between gap-3 bg-canvas py-1.5 pr-4 pl-2 sm:pr-5 sm:pl-3">
      <Checkbox
        className="pb-1.5"
        label={count > 0 ? `${count.toLocaleString('en-US')} selected` : 'Select all'}
        checked={areAllSelected}
        disabled={offered === 0}
        onValue={selectAll}
      />
      {/* It keeps the focus after the dialog, so it is never disabled for real. */}
      <Button
        variant={count > 0 ? 'danger' : 'ghost'}
        size="sm"
        icon={<UserMinus aria-hidden="true" />}
        aria-disabled={count === 0}
        className={count === 0 ? 'pointer-events-none opacity-0 focus-visible:opacity-100' : undefined}
        onClick={ask}
      >
        Remove
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={asked === 1 ? 'Remove this member?' : 'Remove these members?'}
        confirmLabel="Remove"
        busyLabel="Removing..."
        onConfirm={remove}
      >
        Are you sure you want to remove {asked} member(s) from this organization? Their permissions end right away. They keep their seats,
        which are marked.
      </ConfirmDialog>
    </div>
  )
}
