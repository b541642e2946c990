// One's own name, changed in place.
import { type FormEvent, useState } from 'react'
import { sentenceOf } from '#client/lib/call.ts'
import { setOwnName } from '#client/org/actions.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'

interface Props {
  name: string
  onDone: () => void
}

/** Draws the form; what was typed stays when the call fails. */
export function OwnName({ name, onDone }: Props) {
  const [typed, setTyped] = useState(name)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (typed.trim() === '') return setError('Name is required')
    setBusy(true)
    try {
      await setOwnName(typed.trim())
      toast.success('Name updated')
      onDone()
    } catch (refused) {
      setError(`Failed to update name: ${sentenceOf(refused, 'Something went wrong. Please try again.')}`)
      setBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="flex flex-wrap items-start gap-2">
      <Field label="Your name" hideLabel error={error} className="min-w-0 flex-1 basis-48">
        <TextInput
          autoFocus
          autoComplete="name"
          maxLength={100}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setError(undefined)
          }}
          onKeyDown={(event) => event.key === 'Escape' && onDone()}
        />
      </Field>
      <Button type="submit" variant="primary" busy={isBusy} busyLabel="Saving...">
        Save
      </Button>
      <Button variant="ghost" onClick={onDone}>
        Cancel
      </Button>
    </form>
  )
}
