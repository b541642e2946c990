// The gallery's choices: roles with their seats, numbers, codes, people.
import { useState } from 'react'
import { Avatar } from '../avatar.tsx'
import { Badge } from '../badge.tsx'
import { toast } from '../feedback/toast.tsx'
import { ChoiceCard } from '../fields/choice-card.tsx'
import { CodeInput } from '../fields/code-input.tsx'
import { Combobox } from '../fields/combobox/combobox.tsx'
import { Field, FieldGroup } from '../fields/field.tsx'
import { Stepper } from '../fields/stepper.tsx'
import { Seats } from '../seats/seats.tsx'

/** More than fit into the window, and one who can't be chosen. */
const people = ['Lovelace', 'Hopper', 'Johnson', 'Liskov'].flatMap((last) =>
  ['Ada', 'Grace', 'Katherine', 'Barbara'].map((first) => ({
    value: `${first}.${last}`,
    label: `${first} ${last}`,
    hint: `${first}.${last}@example.com`.toLowerCase(),
    leading: <Avatar name={`${first} ${last}`} size="sm" />,
    disabled: first === 'Grace' && last === 'Lovelace',
  })),
)

export function MemberField() {
  const [member, setMember] = useState<string | null>('Barbara.Lovelace')
  const find = (words: string) => people.filter(({ hint }) => hint.startsWith(words.toLowerCase()))
  return (
    <Field label="Member">
      <Combobox options={people} find={find} value={member} onValue={setMember} placeholder="Search members" />
    </Field>
  )
}

export function Choices() {
  const [roles, setRoles] = useState(['Host'])
  const toggle = (role: string) => (isOn: boolean) => setRoles(isOn ? [...roles, role] : roles.filter((other) => other !== role))
  const host = roles.includes('Host') ? 1 : 0
  return (
    <FieldGroup label="Your roles" hint="Pick as many as you like.">
      <div className="flex flex-col gap-3">
        <ChoiceCard title="Speaker" aside="2 of 5 left" checked={roles.includes('Speaker')} onValue={toggle('Speaker')}>
          <Seats label="Speaker" total={5} taken={3} />
        </ChoiceCard>
        <ChoiceCard
          title="Host"
          badge={<Badge tone="accent">Yours</Badge>}
          aside="1 of 8 left"
          checked={host === 1}
          onValue={toggle('Host')}
        >
          <Seats label="Host" total={8} taken={6 + host} mine={host} />
        </ChoiceCard>
        <ChoiceCard title="Guest" aside="14 of 120 left" checked={roles.includes('Guest')} onValue={toggle('Guest')}>
          <Seats label="Guest" total={120} taken={106} />
        </ChoiceCard>
        <ChoiceCard
          title="Timekeeper"
          badge={<Badge>Full</Badge>}
          aside="0 of 2 left"
          unavailable={'Role "Timekeeper" is already full.'}
          onRefused={() => toast.error('Role "Timekeeper" is already full.')}
        >
          <Seats label="Timekeeper" total={2} taken={2} />
        </ChoiceCard>
      </div>
    </FieldGroup>
  )
}

export function Numbers() {
  const [count, setCount] = useState(3)
  const [code, setCode] = useState('K7M')
  return (
    <>
      <Field label="Seats" hint="1 to 99. Empty goes back to 1.">
        <Stepper value={count} onValue={setCount} />
      </Field>
      <Field label="Verification code" hint="6 characters, from the email we have just sent.">
        <CodeInput value={code} onValue={setCode} />
      </Field>
      <Field label="Verification code (wrong)" error="Invalid verification code. Please try again.">
        <CodeInput value="K7MPQ2" onValue={() => undefined} />
      </Field>
      <MemberField />
    </>
  )
}
