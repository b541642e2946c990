// What else may be said by whoever waits: about the other lists, and about the seat they have (R89). Most forms have none, so it comes when it is needed.
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Text } from '#client/ui/layout/heading.tsx'

export interface Waits {
  readonly waitFor: string[]
  readonly keepWaiting: boolean
  readonly replaceRole: boolean
}

export interface WaitOptionsProps extends Omit<Waits, 'waitFor'> {
  waitFor: readonly string[]
  /** One role is the rule, and one is chosen: a seat that comes later may replace it. */
  mayReplace: boolean
  onChange: (waits: Waits) => void
}

/** What is chosen is sent with the answer. */
export function WaitOptions({ waitFor, keepWaiting, replaceRole, mayReplace, onChange }: WaitOptionsProps) {
  const now = { waitFor: [...waitFor], keepWaiting, replaceRole }
  return (
    <div className="flex flex-col gap-1">
      <Text size={13} tone="muted">
        When a seat becomes free, the next person gets it, and an email.
      </Text>
      {waitFor.length > 1 && (
        <Checkbox
          label="Keep me on the other waitlists when I get one"
          checked={keepWaiting}
          onValue={(isOn) => onChange({ ...now, keepWaiting: isOn })}
        />
      )}
      {mayReplace && (
        <Checkbox
          label="Swap my current seat for the new one"
          hint="Otherwise we ask you first, and hold the seat for a while."
          checked={replaceRole}
          onValue={(isOn) => onChange({ ...now, replaceRole: isOn })}
        />
      )}
    </div>
  )
}
