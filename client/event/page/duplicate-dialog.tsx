// Makes an event again at another date, with all its settings (R103).

import { useRef } from 'react'
import { useLocation } from 'wouter'
import { useManagedEvent } from '#client/assign/use-assigning.ts'
import { nextFullHour } from '#client/event/form/event-fields.ts'
import { useAction } from '#client/lib/actions/use-action.ts'
import { call } from '#client/lib/call.ts'
import { useTyped } from '#client/lib/conflict/kept-edits.ts'
import { formatThere, fromLocalInput, toLocalInput, zoneName } from '#client/lib/dates.ts'
import { useSkipped } from '#client/lib/event/use-skipped.ts'
import { newKey } from '#client/lib/new-key.ts'
import { serverNow } from '#client/lib/now.ts'
import { putEvent } from '#client/records/events.ts'
import { putGroup } from '#client/records/groups.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { endAsLong } from '#protocol/kernel/time/clocks.ts'
import { eventApi } from '#protocol/seats/event.ts'

interface Original {
  readonly _id: string
  readonly name: string
  readonly start: string
  readonly end: string
  readonly timeZone: string
  readonly groupIds?: readonly string[]
}

const weekMs = 7 * 86_400_000
/** The first week from now on the same day and time of the clock. */
function proposed({ start, timeZone }: Original): string {
  const earliest = nextFullHour(serverNow())
  const wall = Date.parse(`${toLocalInput(start, timeZone)}Z`)
  for (let weeks = 1; weeks < 520; weeks++) {
    const text = new Date(wall + weeks * weekMs).toISOString().slice(0, 16)
    if (fromLocalInput(text, timeZone) > earliest) return text
  }
  return toLocalInput(earliest, timeZone)
}

interface Props {
  event: Original
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

function DuplicateForm({ event, onClose }: { event: Original; onClose: () => void }) {
  const [, navigate] = useLocation()
  const [text, setText] = useTyped(`duplicate:${event._id}`, () => proposed(event))
  const [holders, setHolders] = useTyped(`duplicate-with-people:${event._id}`, false)
  const managed = useManagedEvent(event._id)
  const key = useRef({ of: '', key: '' })
  const { said, settle } = useSkipped(text, event.timeZone, setText)
  const start = fromLocalInput(text, event.timeZone)
  const { run, isBusy, failure } = useAction(async () => {
    // R56: the same wish keeps its key, so that pressing again after a lost answer makes no second event.
    const wish = `${start} ${holders}`
    if (key.current.of !== wish) key.current = { of: wish, key: newKey() }
    const made = await call(eventApi.duplicate, { id: event._id, start, holders }, { key: key.current.key })
    putEvent(made.event)
    for (const view of made.groups) putGroup(view)
    toast.success('Event duplicated')
    onClose()
    navigate(`/event/${made.event._id}`)
  }, 'Failed to duplicate event')
  const end = start && formatThere(endAsLong(start, event, event.timeZone), event.timeZone)
  return (
    <form
      id="duplicate-event"
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(submitted) => {
        submitted.preventDefault()
        if (start) void run()
      }}
    >
      <Failure>{failure}</Failure>
      <Field
        label={`Start (${zoneName(start || event.start, event.timeZone)})`}
        hint={
          <>
            {said && <span role="status">{said} </span>}
            {end ? `Ends ${end}, so it lasts as long as this one.` : 'Please choose a date and a time.'}
          </>
        }
      >
        <TextInput type="datetime-local" value={text} disabled={isBusy} onChange={({ target }) => setText(target.value)} onBlur={settle} />
      </Field>
      {managed?.enableRoleAssignment && (
        <Checkbox
          label="Give the same people their roles again"
          hint="Everyone who has a role gets it again, and an email. People who declined or left the organization are left out."
          checked={holders}
          disabled={isBusy}
          onValue={setHolders}
        />
      )}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isBusy} busyLabel="Duplicating..." disabled={!start}>
          Duplicate
        </Button>
      </div>
    </form>
  )
}

export const DuplicateDialog = ({ event, isOpen, onOpenChange }: Props) => (
  <Dialog
    open={isOpen}
    onOpenChange={onOpenChange}
    title="Duplicate this event"
    description={`A new event like “${event.name}”, with its text, place, link, roles, limits and settings. ${(event.groupIds?.length ?? 1) > 1 ? 'All groups come along, each as far from the start as now. ' : ''}Answers aren’t copied.`}
  >
    {isOpen && <DuplicateForm event={event} onClose={() => onOpenChange(false)} />}
  </Dialog>
)
