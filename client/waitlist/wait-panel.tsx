// Under the roles: those that are full, each with what there is instead, and the way onto its waitlist (R89).
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { type RoleToWaitFor, waitSentence } from './wait-words.ts'

export interface Waits {
  readonly waitFor: string[]
  readonly keepWaiting: boolean
  readonly replaceRole: boolean
}

export interface WaitPanelProps extends Waits {
  roles: readonly RoleToWaitFor[]
  /** One role is the rule, and one is chosen: a seat that comes later may replace it. */
  mayReplace: boolean
  onChange: (waits: Partial<Waits>) => void
}

/** Draws the panel; what is chosen is sent with the answer. */
export function WaitPanel({ roles, waitFor, keepWaiting, replaceRole, mayReplace, onChange }: WaitPanelProps) {
  const full = roles.filter(({ isFull, name }) => isFull || waitFor.includes(name))
  if (full.length === 0) return null
  const toggle = (name: string, isOn: boolean) =>
    onChange({ waitFor: isOn ? [...waitFor, name] : waitFor.filter((one) => one !== name), keepWaiting, replaceRole })
  return (
    <Card className="flex flex-col gap-1">
      <Heading level={3} size={15}>
        Waitlist
      </Heading>
      <Text size={13} tone="muted">
        When a seat becomes free, whoever is next gets it and an email.
      </Text>
      {full.map((role) => (
        <Checkbox
          key={role._id}
          label={`Wait for ${role.name}`}
          hint={waitSentence(role, roles)}
          checked={waitFor.includes(role.name)}
          onValue={(isOn) => toggle(role.name, isOn)}
        />
      ))}
      {waitFor.length > 1 && (
        <Checkbox
          label="Keep waiting for the others when I get one"
          checked={keepWaiting}
          onValue={(isOn) => onChange({ waitFor, keepWaiting: isOn, replaceRole })}
        />
      )}
      {waitFor.length > 0 && mayReplace && (
        <Checkbox
          label="The new seat replaces the one I have"
          hint="Otherwise we ask you first, and hold the seat for a while."
          checked={replaceRole}
          onValue={(isOn) => onChange({ waitFor, keepWaiting, replaceRole: isOn })}
        />
      )}
    </Card>
  )
}
