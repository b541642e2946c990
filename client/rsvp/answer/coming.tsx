// The first question (R124): coming or not, beside what is left. Until it is answered it is the bar of a phone; else, and on a wide screen, the ticket's last part (R242).
import { flushSync } from 'react-dom'
import { useWritten } from '#client/lib/dates.ts'
import { loadPart } from '#client/lib/load-page.tsx'
import { bottomBar } from '#client/ui/bottom-bar.ts'
import { cx } from '#client/ui/cx.ts'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { shutInWords } from '#protocol/seats/several/window.ts'
import { editDraft } from './draft.ts'
import { goOn, isPointer, showRoles } from './form-parts.ts'
import { canStillTake, type Filled, filledNow, isQuestionNext, isSelfSelect, isShutOut, seatsLeft, useFilled } from './form-state.ts'

/** Nobody is proven on a first visit. */
const NotYou = loadPart(() => import('#client/rsvp/proof/not-you.tsx'), 'NotYou', { missing: () => null })

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

export function Coming({ form, isInTicket = false }: { form: FormView; isInTicket?: boolean }) {
  const filled = useFilled(form)
  const isBar = isInTicket && isQuestionNext(form, filled)
  const written = useWritten(form.event?.timeZone ?? 'UTC')
  const left = form.status === 'open' ? leftSentence(form, filled, written) : ''
  const choose = (attending: boolean, leadsOn: boolean) => {
    // On the way to the email it has to stand there already.
    flushSync(() => editDraft({ attending }))
    if (!leadsOn) return
    const now = filledNow(form)
    if (attending && canStillTake(form, now)) showRoles()
    else if (!now.isVerified || form.questions) goOn()
  }
  return (
    <div
      data-asks
      ref={isBar ? bottomBar : undefined}
      data-over-page={isBar || undefined}
      className={cx('flex flex-col gap-2', isInTicket && 'border-t border-line bg-surface px-4.5 py-4 md:px-7 md:py-5')}
    >
      <div className={cx('flex flex-wrap items-baseline justify-between gap-x-3', filled.isVerified && 'min-h-9')}>
        {/* R239: whose answer it will be. */}
        <Text className="font-semibold wrap-anywhere">
          {filled.isVerified && filled.name ? `Are you coming, ${filled.name}?` : 'Are you coming?'}
        </Text>
        {isInTicket && filled.isVerified ? (
          <NotYou name={filled.name} />
        ) : (
          <Text size={13} tone="muted" className="tabular empty:hidden">
            {left}
          </Text>
        )}
      </div>
      {isBar &&
        filled.isVerified &&
        [left, filled.missing].map((line) => (
          <Text key={line} size={13} tone="muted" className="tabular empty:hidden">
            {line}
          </Text>
        ))}
      <Segmented
        name="attending"
        label="Are you coming?"
        hideLabel
        look={isBar ? 'acts' : 'cards'}
        options={isShutOut(form, filled) ? options.map((one) => ({ ...one, disabled: one.value === 'yes' })) : options}
        disabled={form.status !== 'open'}
        value={filled.attending === null ? null : filled.attending ? 'yes' : 'no'}
        onChange={({ target, nativeEvent }) => choose(target.value === 'yes', isPointer(nativeEvent))}
      />
    </div>
  )
}
