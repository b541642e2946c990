// The first question (R124): coming or not, beside what is left. It stands under title, time and place, on a phone's first screen.
import { flushSync } from 'react-dom'
import { useWritten } from '#client/lib/dates.ts'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { shutInWords } from '#protocol/seats/several/window.ts'
import { editDraft } from './draft.ts'
import { goOn, isPointer, rolesPlace } from './form-parts.ts'
import { canStillTake, type Filled, filledNow, isSelfSelect, isShutOut, useFilled } from './form-state.ts'
import { seatsLeft } from './next-step.ts'

const options = [
  { value: 'yes', label: 'I’m coming' },
  { value: 'no', label: 'I can’t make it' },
] as const

/** R125: where organizers give out the roles, that is all there is to know of them here. */
function leftSentence(form: FormView, filled: Filled, formatted: (iso: string) => string): string {
  if (form.shut) return shutInWords(form.shut, formatted)
  if (filled.seats.length === 0) return ''
  if (!isSelfSelect(form)) return `${form.event?.organizer || 'The organizer'} gives out the roles.`
  const total = filled.seats.reduce((sum, role) => sum + role.total, 0)
  const left = seatsLeft(filled)
  if (left > 0) return `${left} of ${total} ${total === 1 ? 'seat' : 'seats'} left`
  return `All seats are taken. You can ${form.waitlist ? 'join a waitlist, or ' : ''}come without a role.`
}

export function Coming({ form }: { form: FormView }) {
  const filled = useFilled(form)
  const written = useWritten(form.event?.timeZone ?? 'UTC')
  const left = form.status === 'open' ? leftSentence(form, filled, written) : ''
  const choose = (attending: boolean, leadsOn: boolean) => {
    // On the way to the email it has to stand there already.
    flushSync(() => editDraft({ attending }))
    if (!leadsOn) return
    const now = filledNow(form)
    if (attending && canStillTake(form, now)) document.getElementById(rolesPlace)?.scrollIntoView({ block: 'start' })
    else if (!now.isVerified || form.questions) goOn()
  }
  return (
    <div data-asks className="flex flex-col gap-2">
      {/* R239: whose answer it will be. */}
      {filled.isVerified && filled.name && <Text className="wrap-anywhere">{`Are you coming, ${filled.name}?`}</Text>}
      <Segmented
        name="attending"
        label="Are you coming?"
        hideLabel
        look="cards"
        options={isShutOut(form, filled) ? options.map((one) => ({ ...one, disabled: one.value === 'yes' })) : options}
        disabled={form.status !== 'open'}
        value={filled.attending === null ? null : filled.attending ? 'yes' : 'no'}
        onChange={({ target, nativeEvent }) => choose(target.value === 'yes', isPointer(nativeEvent))}
      />
      {left && (
        <Text size={13} tone="muted" className="tabular">
          {left}
        </Text>
      )}
    </div>
  )
}
