// Adds a group to an event, from nothing or as a copy of another.

import { type FormEvent, useId, useState } from 'react'
import type { BoardGroup } from '#client/group/several/board.ts'
import { copyOf, type DraftProblems, draftProblems, emptyDraft, keyOfGroup, withTimes } from '#client/group/several/draft.ts'
import { DraftFields } from '#client/group/several/draft-fields.tsx'
import { useTyped } from '#client/lib/conflict/kept-edits.ts'
import { serverNow } from '#client/lib/now.ts'
import { isManaged } from '#client/records/groups.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { toastWithBack } from '#client/undo/undo-toast.tsx'
import type { TierLimits } from '#protocol/kernel/limits.ts'
import type { EventView } from '#protocol/seats/event.ts'
import { removeNew } from './acts.ts'
import { useSending } from './use-sending.ts'

export interface AddDialogProps {
  event: EventView
  groups: readonly BoardGroup[]
  limits: TierLimits
  /** What it is to be a copy of. */
  from: BoardGroup | undefined
  /** What it is called to begin with. */
  name: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Leads to the table to paste. */
  onPaste: () => void
}

type AddFormProps = Omit<AddDialogProps, 'isOpen' | 'onOpenChange'> & { onClose: () => void }

/** A copy begins with the times of what it copies, to be shifted. */
function firstDraft({ event, from, name }: Pick<AddDialogProps, 'event' | 'from' | 'name'>) {
  if (!from || !isManaged(from)) return { ...emptyDraft, name }
  return withTimes(copyOf(from, event, event.timeZone), event, event.timeZone)
}

function AddForm({ event, groups, limits, from, name, onClose, onPaste }: AddFormProps) {
  const id = useId()
  const [draft, setDraft] = useTyped(`group:${event._id} ${from?._id} ${name}`, () => firstDraft({ event, from, name }))
  const [problems, setProblems] = useState<DraftProblems>({})
  const [general, setGeneral] = useState<string | null>(null)
  const { send, isBusy } = useSending(event._id, event.timeZone)
  const facts = {
    event,
    timeZone: event.timeZone,
    windowDays: limits.eventSchedulingWindow,
    maxRoles: limits.maxRolesPerEventGroup,
    taken: new Set(groups.map((group) => keyOfGroup(group, event.timeZone))),
  }
  const submit = async (submitted: FormEvent) => {
    submitted.preventDefault()
    const found = draftProblems(draft, { ...facts, now: serverNow() })
    setProblems(found)
    setGeneral(null)
    if (Object.keys(found).length > 0 || isBusy) return
    const sent = await send([draft])
    const [made] = sent.made
    setProblems(sent.problems)
    setGeneral(sent.general)
    if (!made) return
    toastWithBack(`“${made.name}” added`, made._id, () => removeNew(event._id, made._id))
    onClose()
  }
  return (
    <form id={id} noValidate className="flex flex-col gap-6" onSubmit={(submitted) => void submit(submitted)}>
      <Failure>{general}</Failure>
      <DraftFields
        value={draft}
        onChange={(next) => {
          setProblems({})
          setDraft(next)
        }}
        problems={problems}
        event={event}
        timeZone={event.timeZone}
        mayShift={from !== undefined}
        maxRoles={limits.maxRolesPerEventGroup}
        maxPerRole={limits.maxParticipantsPerRole}
      />
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="ghost" className="sm:mr-auto" onClick={onPaste}>
          Paste a table instead
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isBusy} busyLabel="Adding...">
          Add group
        </Button>
      </div>
    </form>
  )
}

export function AddDialog({ isOpen, onOpenChange, ...form }: AddDialogProps) {
  const isFirst = form.groups.length < 2 && form.event.groupIds.length < 2
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onOpenChange}
      size="lg"
      title={form.from ? `A copy of “${form.from.name}”` : 'Add a group'}
      description={
        isFirst
          ? 'A shift or session of this event, with its own times, place and roles. What there is so far stays as the first group; guests then read its name too.'
          : form.from
            ? 'With the same settings and questions. Answers aren’t copied.'
            : 'A shift or session of this event, with its own times, place and roles.'
      }
    >
      {isOpen && <AddForm {...form} onClose={() => onOpenChange(false)} />}
    </Dialog>
  )
}
