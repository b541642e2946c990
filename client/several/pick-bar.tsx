// The bar at the bottom, always in reach of a thumb: it says what one has picked, and sends it as one answer (R151).
import { goToEmail, pressWho } from '#client/rsvp/answer/form-parts.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { MembersOnlyRefusal } from '#client/rsvp/proof/members-refusal.tsx'
import { OfflineLine } from '#client/rsvp/proof/offline-line.tsx'
import { ReachingButton } from '#client/rsvp/proof/reaching-button.tsx'
import { bottomBar } from '#client/ui/bottom-bar.ts'
import { cx } from '#client/ui/cx.ts'
import { Text } from '#client/ui/layout/heading.tsx'
import { normalEmail } from '#protocol/kernel/texts.ts'
import { groupsAsked, pickInWords } from '#protocol/seats/several/asked.ts'
import type { EventIndex } from '#protocol/seats/several/several.ts'
import { sumInWords } from '#protocol/seats/several/sum.ts'
import { type GroupChoice, sumOf, takenIn } from './choice.ts'
import { goToGroup } from './group-card.tsx'
import type { SendingPicks } from './use-send.ts'
import type { Who } from './use-several.ts'

interface PickBarProps {
  index: EventIndex
  all: readonly GroupChoice[]
  who: Who
  sending: SendingPicks
  /** On a phone it is a part of the bar that holds who answers as well. */
  isPart: boolean
  /** Opens the part with the name. */
  onName: () => void
}

/** On a screen as low as a phone's on its side it stands in the page instead: nothing would be left to read. */
const barClass =
  'sticky bottom-0 z-10 -mx-4 border-t border-line bg-canvas/95 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur-sm max-sm:-mb-8 sm:-mx-6 sm:px-6 low:static print:hidden!'

/** What will be sent, in the guest's own words. */
function inWords(all: readonly GroupChoice[]): string {
  const sum = sumOf(all)
  const back = all.filter(({ isTouched, pick, saved }) => isTouched && !pick.isComing && saved?.attending).map(({ form }) => form.name)
  const changed = all.filter(({ isTouched }) => isTouched)
  const waits = changed.filter(({ pick }) => pick.isComing && pick.roleIds.length === 0 && pick.waitFor.length > 0).length
  const said = [
    sum.shifts > 0 ? sumInWords(sum) : changed.length > 0 && waits === 0 ? 'I can’t make it' : '',
    waits > 0 ? `${waits === 1 ? '1 waitlist' : `${waits} waitlists`}` : '',
    back.length > 0 && sum.shifts > 0 ? `gives back ${back.join(', ')}` : '',
  ]
  return said.filter(Boolean).join(', ')
}

/** Seats that overlap, one of them picked here. */
const clashIn = (all: readonly GroupChoice[]) => all.find(({ hasSeat, unfit, isTouched }) => hasSeat && isTouched && unfit !== null)
const lostIn = (all: readonly GroupChoice[]) =>
  all.find(({ isTouched, pick, seats }) => isTouched && pick.isComing && seats.some((role) => role.isChosen && role.isFull))

/** R148: what is asked of who picks fewer; nothing of who comes to none, and has said so. */
function askedMore(index: EventIndex, all: readonly GroupChoice[]): string {
  const { shifts } = sumOf(all)
  const count = index.groups.length
  const isNo = shifts === 0 && all.some(({ isTouched, pick, saved }) => !pick.isComing && (isTouched || saved?.attending === false))
  return isNo || takenIn(all) >= groupsAsked(index, count) ? '' : `Please ${pickInWords(index, count)}`
}

interface Step {
  readonly label: string
  readonly act: () => void
  /** It leads to a place of the page. */
  readonly isLocal?: boolean
}
function stepOf({ all, who, sending, onName }: PickBarProps, isCodeOut: boolean): Step | null {
  const changed = all.filter(({ isTouched }) => isTouched)
  const [lost, clash] = [lostIn(changed), clashIn(all)]
  // Whoever has answered has the card, and whoever has not is asked in its place.
  if (changed.length === 0) return null
  if (lost) return { label: 'Choose another role', act: () => goToGroup(lost.form._id), isLocal: true }
  if (clash) return { label: 'Choose between them', act: () => goToGroup(clash.form._id), isLocal: true }
  if (isCodeOut) return { label: 'Confirm and send', act: pressWho }
  if (!who.isVerified)
    return {
      label: 'Verify your email',
      act: () => {
        if (!who.email.trim()) goToEmail()
        pressWho()
      },
    }
  if (!who.name.trim() && changed.some(({ pick }) => pick.isComing)) return { label: 'Add your name', act: onName, isLocal: true }
  return { label: 'Send', act: () => void sending.send() }
}

export function PickBar(props: PickBarProps) {
  const { all, who, sending, isPart } = props
  const { codeFor, isBusy } = useGuest()
  const isCodeOut = !who.isVerified && codeFor !== '' && codeFor === normalEmail(who.email)
  const step = stepOf(props, isCodeOut)
  const [says, asked] = [inWords(all), askedMore(props.index, all)]
  if (!step && !says) return null
  return (
    <>
      {who.isVerified && <MembersOnlyRefusal email={who.email} />}
      <div ref={bottomBar} data-sticks={!isPart || undefined} className={cx(barClass, isPart && 'max-md:contents')}>
        <div id="submit-hint" aria-live="polite">
          <OfflineLine />
          {sending.failure && (
            <Text size={13} tone="danger" className="mb-2">
              {sending.failure}
            </Text>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {(says || asked) && (
            <p id="submit-says" aria-live="polite" className="line-clamp-2 min-w-0 flex-1 basis-28 tabular text-15 font-medium">
              {says}
              {asked && <span className="block text-13 font-normal text-warn">{asked}</span>}
            </p>
          )}
          {step && (
            <ReachingButton
              variant="primary"
              size="lg"
              className="max-w-full grow"
              busy={isBusy || sending.isSending}
              aria-describedby="submit-hint submit-says"
              isLocal={step.isLocal}
              onClick={step.act}
            >
              {step.label}
            </ReachingButton>
          )}
        </div>
      </div>
    </>
  )
}
