// The bar at the bottom, always in reach of a thumb: it says what comes next and leads there, and the last button says what it does (R124).
import { Suspense } from 'react'
import { AllGroups } from '#client/rsvp/cover/all-groups.tsx'
import { useGuest } from '#client/rsvp/guest.ts'
import { confirmDialog } from '#client/rsvp/lazy-parts.ts'
import { MembersOnlyRefusal } from '#client/rsvp/proof/members-refusal.tsx'
import { OfflineLine } from '#client/rsvp/proof/offline-line.tsx'
import { ReachingButton } from '#client/rsvp/proof/reaching-button.tsx'
import { goToRoles } from '#client/rsvp/sheet/go-to-roles.ts'
import { RoleSheet } from '#client/rsvp/sheet/role-sheet.tsx'
import { Button } from '#client/ui/actions/button.tsx'
import { bottomBar } from '#client/ui/bottom-bar.ts'
import { Text } from '#client/ui/layout/heading.tsx'
import { SeatMark } from '#client/ui/seats/seat-mark.tsx'
import { normalEmail } from '#protocol/kernel/texts.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { isTouched, useDraft } from './draft.ts'
import { goToChoice, pressWho } from './form-parts.ts'
import { type Filled, isSelfSelect } from './form-state.ts'
import { besideWords, inWords, type NextStep, nextStep } from './next-step.ts'
import { manyRoles } from './use-fold.ts'
import type { Submission } from './use-submit.ts'

interface SubmitBarProps {
  form: FormView
  filled: Filled
  sending: Submission
  /** Opens the part with the name. */
  onName: () => void
  /** Somebody has just chosen a role: leads on. */
  onTaken: () => void
}

/** On a phone it is a part of the bar that holds who answers as well. On a screen as low as a phone's on its side it stands in the page: nothing would be left to read. */
const barClass =
  'max-md:contents md:sticky md:bottom-0 md:z-10 md:-mx-6 md:rounded-t-lg md:border md:border-b-0 md:border-line md:bg-surface md:px-6 md:pt-4 md:pb-[max(0.75rem,env(safe-area-inset-bottom))] md:shadow-pop low:static! print:hidden!'

export function SubmitBar({ form, filled, sending, onName, onTaken }: SubmitBarProps) {
  const { draft } = useDraft()
  const { codeFor, isBusy, swap } = useGuest()
  const isCodeOut = !filled.isVerified && codeFor !== '' && codeFor === normalEmail(filled.email)
  const step = nextStep(form, filled, draft, isCodeOut)
  const acts: Record<NextStep['name'], () => void> = {
    coming: goToChoice,
    seat: goToRoles,
    question: () => useGuest.setState({ toQuestion: filled.open[0] ?? '' }),
    email: pressWho,
    code: pressWho,
    name: onName,
    send: sending.submit,
  }
  const hint = sending.failure || (filled.isVerified ? filled.missing : null)
  const says = inWords(form, filled)
  const leadsToRoles = filled.attending && isSelfSelect(form) && filled.seats.length > 0
  return (
    <>
      {filled.isVerified && <MembersOnlyRefusal email={filled.email} />}
      <div ref={bottomBar} className={barClass}>
        <div id="submit-hint" aria-live="polite">
          <OfflineLine />
          {hint && (
            <Text size={13} tone={sending.failure ? 'danger' : 'muted'} className="mb-2">
              {hint}
            </Text>
          )}
        </div>
        {sending.failure && swap && (
          <Button block className="mb-2.5" busy={sending.isSending} onClick={() => void sending.send(swap.confirmed, swap.groupIds)}>
            <span className="truncate">Take this instead of {swap.names}</span>
          </Button>
        )}
        {sending.failure && <AllGroups form={form} />}
        <div className="flex flex-col gap-2.5 max-md:contents">
          {says && (
            <div className="flex items-center gap-3 max-md:order-first max-md:mb-3">
              {filled.attending && <SeatMark state={filled.seats.some((role) => role.isChosen) ? 'mine' : 'free'} className="size-7" />}
              <div id="submit-says" className="min-w-0 grow">
                <Text className="line-clamp-2 font-semibold wrap-anywhere">{says}</Text>
                {(!filled.saved || isTouched(draft)) && (
                  <Text size={13} tone="muted">
                    {besideWords(form, filled)}
                  </Text>
                )}
              </div>
              <Button variant="ghost" size="sm" className="-mr-3.5" onClick={leadsToRoles ? goToRoles : goToChoice}>
                Change
              </Button>
            </div>
          )}
          <ReachingButton
            variant="primary"
            size="lg"
            block
            busy={isBusy || (sending.isSending && !sending.isAsking)}
            aria-describedby="submit-hint submit-says"
            isLocal={!['email', 'code', 'send'].includes(step.name)}
            onClick={acts[step.name]}
          >
            {step.label}
          </ReachingButton>
        </div>
      </div>
      {form.roles.length > manyRoles && isSelfSelect(form) && !form.shut && <RoleSheet form={form} filled={filled} onTaken={onTaken} />}
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
