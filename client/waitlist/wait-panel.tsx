// Under the roles: those that are full, each with what there is instead, and the way onto its waitlist (R89).
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { type RoleToWaitFor, waitSentence } from './wait-words.ts'

export interface Waits {
  readonly waitIds: string[]
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
export function WaitPanel({ roles, waitIds, keepWaiting, replaceRole, mayReplace, onChange }: WaitPanelProps) {
  const full = roles.filter(({ isFull, _id }) => isFull || waitIds.includes(_id))
  if (full.length === 0) return null
  const toggle = (id: string, isOn: boolean) =>
    onChange({ waitIds: isOn ? [...waitIds, id] : waitIds.filter((one) => one !== id), keepWaiting, replaceRole })
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
          checked={waitIds.includes(role._id)}
          onValue={(isOn) => toggle(role._id, isOn)}
        />
      ))}
      {waitIds.length > 1 && (
        <Checkbox
          label="Keep waiting for the others when I get one"
          checked={keepWaiting}
          onValue={(isOn) => onChange({ waitIds, keepWaiting: isOn, replaceRole })}
        />
      )}
      {waitIds.length > 0 && mayReplace && (
        <Checkbox
          label="The new seat replaces the one I have"
          hint="Otherwise we ask you first, and hold the seat for a while."
          checked={replaceRole}
          onValue={(isOn) => onChange({ waitIds, keepWaiting, replaceRole: isOn })}
        />
      )}
    </Card>
  )
}
