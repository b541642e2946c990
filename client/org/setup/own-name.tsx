// One's own name, changed in place.
import { type FormEvent, useState } from 'react'
import { useAction, wentWrong } from '#client/lib/actions/use-action.ts'
import { errorText } from '#client/lib/call.ts'
import { setOwnName } from '#client/org/actions.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'

interface Props {
  name: string
  onDone: () => void
}

/** What was typed stays when the call fails. */
export function OwnName({ name, onDone }: Props) {
  const [typed, setTyped] = useState(name)
  const { run, isBusy, failure, setFailure } = useAction(
    async () => {
      await setOwnName(typed.trim())
      toast.success('Name updated')
      onDone()
    },
    (error) => `Failed to update name: ${errorText(error, wentWrong)}`,
  )
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() === '') setFailure('Name is required')
    else void run()
  }
  return (
    <form noValidate onSubmit={save} className="flex flex-wrap items-start gap-2">
      <Field label="Your name" hideLabel error={failure} className="min-w-0 flex-1 basis-48">
        <TextInput
          autoFocus
          autoComplete="name"
          maxLength={100}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setFailure(null)
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
