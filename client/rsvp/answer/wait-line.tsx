// The foot of a full role's card: who is before one on its waitlist, and the way onto it or off it (R89, R124).
import { Button } from '#client/ui/actions/button.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { answerText, peopleText } from '#protocol/seats/companions/counting.ts'

export interface WaitLineProps {
  /** How many wait for it. */
  before: number
  /** One's own place; absent for whoever does not wait for it yet. */
  position?: number | undefined
  isOn: boolean
  /** R171: an answer that waits may be several people. */
  isOfParties?: boolean
  onWait: (isOn: boolean) => void
}

const those = (count: number, isOfParties: boolean) =>
  count === 0 ? 'No one is' : `${(isOfParties ? answerText : peopleText)(count)} ${count === 1 ? 'is' : 'are'}`

/** That the role is full stands beside its name. */
function says({ before: waiting, position, isOn, isOfParties = false }: WaitLineProps): string {
  const before = (count: number) => `${those(count, isOfParties)} before you.`
  if (position === undefined)
    return isOn ? `You join the waitlist when you send. ${before(waiting)}` : `${those(waiting, isOfParties)} waiting.`
  return isOn ? `You are on the waitlist. ${before(position - 1)}` : 'You leave the waitlist when you send.'
}

export function WaitLine(props: WaitLineProps) {
  const { position, isOn, onWait } = props
  const label = isOn
    ? position === undefined
      ? 'Don’t join'
      : 'Leave the waitlist'
    : position === undefined
      ? 'Join the waitlist'
      : 'Stay on it'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-b border border-t-0 border-line px-4 py-2.5">
      <Text as="span" size={13} tone="muted">
        {says(props)}
      </Text>
      <Button size="sm" onClick={() => onWait(!isOn)}>
        {label}
      </Button>
    </div>
  )
}
