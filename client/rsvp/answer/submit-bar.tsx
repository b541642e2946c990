// The bar at the bottom, always in reach of a thumb: it says what comes next and leads there, and the last button says what it does (R124).
import { Suspense } from 'react'
import { useGuest } from '#client/rsvp/guest.ts'
import { confirmDialog } from '#client/rsvp/lazy-parts.ts'
import { MembersOnlyRefusal } from '#client/rsvp/members-only.tsx'
import { Button } from '#client/ui/actions/button.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { normalEmail } from '#protocol/kernel/texts.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { useDraft } from './draft.ts'
import { goToChoice, goToQuestion, goToRoles, pressWho } from './form-parts.ts'
import type { Filled } from './form-state.ts'
import { inWords, type NextStep, nextStep } from './next-step.ts'
import type { Submission } from './use-submit.ts'

interface SubmitBarProps {
  form: FormView
  filled: Filled
  sending: Submission
  /** Opens the part with the name. */
  onName: () => void
}

/** On a screen as low as a phone's on its side it stands in the page instead: nothing would be left to read. */
const barClass =
  'sticky bottom-0 z-10 -mx-4 border-t border-line bg-canvas/95 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur-sm max-sm:-mb-8 sm:-mx-6 sm:px-6 low:static print:hidden'

export function SubmitBar({ form, filled, sending, onName }: SubmitBarProps) {
  const { draft } = useDraft()
  const { codeFor, isBusy } = useGuest()
  const isCodeOut = !filled.isVerified && codeFor !== '' && codeFor === normalEmail(filled.email)
  const step = nextStep(form, filled, draft, isCodeOut)
  const acts: Record<NextStep['name'], () => void> = {
    coming: goToChoice,
    seat: goToRoles,
    question: () => goToQuestion(filled.open[0] ?? ''),
    email: pressWho,
    code: pressWho,
    name: onName,
    send: sending.submit,
  }
  const hint = sending.failure || (filled.isVerified ? filled.missing : null)
  const says = inWords(form, filled)
  return (
    <>
      {filled.isVerified && <MembersOnlyRefusal email={filled.email} />}
      <div data-sticks className={barClass}>
        <div id="submit-hint" aria-live="polite">
          {hint && (
            <Text size={13} tone={sending.failure ? 'danger' : 'muted'} className="mb-2">
              {hint}
            </Text>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {says && (
            <Text id="submit-says" size={13} tone="muted" className="line-clamp-2 min-w-0 flex-1 basis-28">
              {says}
            </Text>
          )}
          <Button
            variant="primary"
            size="lg"
            className="max-w-full grow"
            busy={isBusy || (sending.isSending && !sending.isAsking)}
            aria-describedby="submit-hint submit-says"
            onClick={acts[step.name]}
          >
            <span className="truncate">{step.label}</span>
          </Button>
        </div>
      </div>
      {sending.isAsking && (
        <Suspense>
          <confirmDialog.Component
            form={form}
            busy={sending.isSending}
            onAnswer={(confirmed) => void sending.send(confirmed)}
            onClose={sending.stopAsking}
          />
        </Suspense>
      )}
    </>
  )
}
