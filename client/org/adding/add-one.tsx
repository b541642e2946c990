// Adds one person to the list, by name and email.
import { Plus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '#client/ui/actions/button.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { emailSentence, mailboxOf } from '#protocol/kernel/texts.ts'
import type { Entry } from './rows.ts'

interface Props {
  /** Takes the entry; false if it is in the list already. */
  onAdd: (entry: Entry) => boolean
  disabled: boolean
}

const nothing = { name: '', email: '' }

/** Enter adds, and the next name can be typed at once. */
export function AddOne({ onAdd, disabled }: Props) {
  const [typed, setTyped] = useState(nothing)
  const [error, setError] = useState<string>()
  const nameInput = useRef<HTMLInputElement>(null)
  const entry = { name: typed.name.trim(), email: mailboxOf(typed.email) || typed.email.trim(), mobile: '' }
  const isIncomplete = entry.name === '' || entry.email === ''
  const set = (part: Partial<typeof nothing>) => {
    setTyped({ ...typed, ...part })
    setError(undefined)
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (isIncomplete || disabled) return
    if (mailboxOf(entry.email) === '') return setError(emailSentence)
    if (!onAdd(entry)) return
    setTyped(nothing)
    nameInput.current?.focus()
  }
  return (
    <form noValidate onSubmit={add} className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <Field label="Name">
        <TextInput
          ref={nameInput}
          autoComplete="off"
          maxLength={100}
          value={typed.name}
          disabled={disabled}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <Field label="Email" error={error}>
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="off"
          value={typed.email}
          disabled={disabled}
          onChange={(event) => set({ email: event.target.value })}
        />
      </Field>
      <Button type="submit" className="sm:mt-6.5" icon={<Plus aria-hidden="true" />} disabled={disabled || isIncomplete}>
        Add
      </Button>
    </form>
  )
}
