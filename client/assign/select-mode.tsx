// Select mode on an RSVP card: roles are toggled, then removed or given to somebody else.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#client/ui/actions/button.tsx'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { Chip } from '#client/ui/chip.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { toastUndoable } from '#client/undo/undo-toast.tsx'
import type { RsvpRow } from '#protocol/seats/group.ts'
import { type AssignScope, eachInTurn, partialText, quoted, removeFailed, removeRole } from './actions.ts'
import { ReassignDialog } from './reassign-dialog.tsx'

interface SelectModeProps {
  place: AssignScope
  /** The card as it is now: roles may go while it is open. */
  row: RsvpRow
  onClose: () => void
}

export function SelectMode({ place, row, onClose }: SelectModeProps) {
  const box = useRef<HTMLFieldSetElement>(null)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<{ to: 'remove' | 'reassign'; roleNames: readonly string[] } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const chosen = row.roles.filter((name) => picked.has(name))
  useEffect(() => box.current?.querySelector('button')?.focus(), [])
  const isEmpty = row.roles.length === 0 && asked === null && failure === null
  useEffect(() => {
    if (isEmpty) onClose()
  }, [isEmpty, onClose])

  const toggle = (name: string) =>
    setPicked((held) => (held.has(name) ? new Set([...held].filter((one) => one !== name)) : new Set([...held, name])))
  const remove = async () => {
    setFailure(null)
    const outcome = await eachInTurn(chosen, (roleName) => removeRole(place, row, roleName), removeFailed)
    if (outcome.done.length > 0)
      toastUndoable(`${quoted(outcome.done)} removed from ${row.name || row.email || row.maskedEmail}`, outcome.acts)
    setFailure(partialText(outcome, 'removed'))
    if (outcome.failed.length === 0) onClose()
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && asked === null) onClose()
  }
  return (
    <fieldset
      ref={box}
      onKeyDown={closeOnEscape}
      className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-3 py-1"
    >
      <legend className="sr-only">Roles of {row.name || row.email || row.maskedEmail}</legend>
      <div className="flex flex-wrap gap-2">
        {row.roles.map((name) => (
          <Chip key={name} pressed={picked.has(name)} onPress={() => toggle(name)}>
            {name}
          </Chip>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="danger" disabled={chosen.length === 0} onClick={() => setAsked({ to: 'remove', roleNames: chosen })}>
          Remove
        </Button>
        <Button size="sm" disabled={chosen.length === 0} onClick={() => setAsked({ to: 'reassign', roleNames: chosen })}>
          Reassign
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
      {chosen.length === 0 && <p className="basis-full text-13 text-muted">Choose the roles to remove or give to someone else.</p>}
      {failure && (
        <div className="basis-full">
          <Notice tone="danger" live onClose={() => setFailure(null)}>
            {failure}
          </Notice>
        </div>
      )}
      <ConfirmDialog
        open={asked?.to === 'remove'}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        title="Confirm Role Removal"
        confirmLabel="Remove"
        busyLabel="Removing..."
        onConfirm={remove}
      >
        {asked && quoted(asked.roleNames)} will be taken from {row.name || row.email || row.maskedEmail}, who gets an email. Their answer
        stays.
      </ConfirmDialog>
      {asked?.to === 'reassign' && (
        <ReassignDialog place={place} from={row} roleNames={chosen} onClose={() => setAsked(null)} onDone={onClose} />
      )}
    </fieldset>
  )
}
