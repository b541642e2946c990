// Adds several groups at once to an event that is there, out of a pasted table.
import { useState } from 'react'
import { type GroupDraft, keyOfGroup } from '#client/group/several/draft.ts'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { toastWithBack } from '#client/undo/undo-toast.tsx'
import { planLimits } from '#protocol/kernel/limits.ts'
import { toLocalInput } from '#protocol/kernel/time/clocks.ts'
import { removeNew } from './acts.ts'
import type { AddDialogProps } from './add-dialog.tsx'
import { PasteGroups } from './paste-groups.tsx'
import { type CreationResult, useSending } from './use-sending.ts'

type PasteDialogProps = Omit<AddDialogProps, 'from' | 'name' | 'onPaste'>

const addedText = (many: number) => (many === 1 ? '1 group added' : `${many} groups added`)

/** One after the other; it ends at one in which somebody has answered since. */
async function removeAll(eventId: string, made: CreationResult['made']) {
  for (const { _id } of made) await removeNew(eventId, _id)
}

function PasteForm({ event, groups, limits, onClose }: PasteDialogProps & { onClose: () => void }) {
  const [failure, setFailure] = useState<string | null>(null)
  const { send, isBusy } = useSending(event._id, event.timeZone)
  const facts = {
    event,
    timeZone: event.timeZone,
    windowDays: limits.eventSchedulingWindow,
    maxRoles: limits.maxRolesPerEventGroup,
    maxPerRole: limits.maxParticipantsPerRole,
    room: planLimits[limits.tier].groupsPerEvent - event.groupIds.length,
    day: toLocalInput(event.start, event.timeZone).slice(0, 10),
    taken: new Set(groups.map((group) => keyOfGroup(group, event.timeZone))),
  }
  const add = async (all: readonly GroupDraft[]) => {
    const sent = await send(all)
    const { made } = sent
    if (made.length > 0) toastWithBack(addedText(made.length), made.map(({ _id }) => _id).join(), () => removeAll(event._id, made))
    if (sent.left.length === 0) return onClose()
    // What was added is there by now, and its lines say so.
    const why = sent.general ?? Object.values(sent.problems)[0] ?? ''
    setFailure(`${made.length > 0 ? `${addedText(made.length)}, then: ` : ''}“${sent.left[0]?.name}”: ${why}`)
  }
  return (
    <div className="flex flex-col gap-4">
      <Failure>{failure}</Failure>
      <PasteGroups name={event._id} facts={facts} isBusy={isBusy} onGroups={add} onCancel={onClose} />
    </div>
  )
}

export const PasteDialog = (props: PasteDialogProps) => (
  <Dialog
    open={props.isOpen}
    onOpenChange={props.onOpenChange}
    size="lg"
    title="Paste a table"
    description="Several groups at once, out of a spreadsheet. You see what becomes of each line before anything is sent."
  >
    {props.isOpen && <PasteForm {...props} onClose={() => props.onOpenChange(false)} />}
  </Dialog>
)
