// The fields that choose a person: the member search, or name and email.
import { useState } from 'react'
import { Field } from '#client/ui/fields/field.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { emailSentence, isEmail } from '#protocol/kernel/texts.ts'
import { MemberSearch } from './member-search.tsx'
import type { PersonChoice } from './person.ts'

/** The email, with its sentence once it is left and isn't one. */
function EmailField({ choice }: { choice: PersonChoice }) {
  const [isLeft, setLeft] = useState(false)
  const { email } = choice.typed
  return (
    <Field label="Email" error={isLeft && email && !isEmail(email) ? emailSentence : undefined}>
      <TextInput
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        value={email}
        onChange={({ target }) => choice.set({ email: target.value })}
        onBlur={() => setLeft(true)}
      />
    </Field>
  )
}

export function PersonFields({ choice }: { choice: PersonChoice }) {
  const { typed, set } = choice
  if (choice.isMember)
    return <MemberSearch label="Member" list={choice.list} value={typed.memberId} onValue={(memberId) => set({ memberId })} />
  return (
    <>
      <Field label="Name">
        <TextInput autoComplete="off" maxLength={100} value={typed.name} onChange={({ target }) => set({ name: target.value })} />
      </Field>
      <EmailField choice={choice} />
    </>
  )
}
