// Gives somebody of a team another role, other groups or another last day; what it was before is a click away (R202, R208).

import type { FormEvent } from 'react'
import { useAction } from '#client/lib/actions/use-action.ts'
import { useTyped } from '#client/lib/conflict/kept-edits.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { toastWithBack } from '#client/undo/undo-toast.tsx'
import type { Teammate, TeamView } from '#protocol/people/team.ts'
import { changeHelper, type TeamChange } from './actions.ts'
import { type ChosenRole, chosenOf, endOfDay, RoleFields } from './role-fields.tsx'
import { calledIn } from './role-words.ts'

interface ChangeProps {
  eventId: string
  one: Teammate
  about: TeamView
  /** Reads the team anew. */
  onChange: () => void
}

/** What differs, and what it was. */
function changesOf(one: Teammate, about: TeamView, { role, groupIds, day }: ChosenRole): { to: TeamChange; back: TeamChange } {
  const was = chosenOf(one, about)
  const isOther = { role: role !== was.role, groups: groupIds.toSorted().join() !== was.groupIds.toSorted().join(), day: day !== was.day }
  return {
    to: {
      ...(isOther.role && { role }),
      ...(isOther.groups && { groupIds: [...groupIds] }),
      ...(isOther.day && { until: day ? endOfDay(day, about) : null }),
    },
    back: {
      ...(isOther.role && { role: was.role }),
      ...(isOther.groups && { groupIds: [...was.groupIds] }),
      ...(isOther.day && { until: one.isUntilChosen ? one.until : null }),
    },
  }
}

function ChangeForm({ eventId, one, about, onChange, onDone }: ChangeProps & { onDone: () => void }) {
  const [chosen, setChosen] = useTyped(`team change:${one._id}`, () => chosenOf(one, about))
  const { run, isBusy, failure, fields } = useAction(async () => {
    const { to, back } = changesOf(one, about, chosen)
    if (Object.keys(to).length === 0) return onDone()
    await changeHelper(eventId, one._id, to)
    onChange()
    onDone()
    toastWithBack(`You changed how ${calledIn(one)} helps`, `change ${one._id}`, () => changeHelper(eventId, one._id, back).then(onChange))
  }, 'Failed to save the change')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run()
  }
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      {!fields.until && <Failure>{failure}</Failure>}
      <RoleFields about={about} chosen={chosen} onChoose={setChosen} disabled={isBusy} error={fields.until} />
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isBusy} busyLabel="Saving...">
          Save
        </Button>
      </div>
    </form>
  )
}

/** `isOpen`: not while it leaves, so that its form begins anew. */
export const ChangeDialog = ({ isOpen, onClose, ...props }: ChangeProps & { isOpen: boolean; onClose: () => void }) => (
  <Dialog
    open={isOpen}
    onOpenChange={(open) => !open && onClose()}
    title={`Change how ${calledIn(props.one)} helps`}
    description="It counts at once, also where they have the event open."
  >
    {isOpen && <ChangeForm {...props} onDone={onClose} />}
  </Dialog>
)
