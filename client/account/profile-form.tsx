// The profile while one edits it: username and name; the email can only be looked at.
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { sayRefusal } from '#client/access/say-refusal.ts'
import { useUsernameCheck } from '#client/access/use-username-check.ts'
import { UsernameMark } from '#client/access/username-mark.tsx'
import { CallFailed } from '#client/lib/call.ts'
import { rename, setName } from '#client/records/user.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Form, FormActions } from '#client/ui/fields/form.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { Username, usernameSentence } from '#protocol/kernel/fields.ts'
import { NewName, type UserView } from '#protocol/people/account.ts'

interface Typed {
  username: string
  name: string
}

const rules = {
  username: { validate: (username: string) => Username.safeParse(username).success || usernameSentence },
  name: { validate: (name: string) => NewName.safeParse({ name }).error?.issues[0]?.message ?? true },
}

const isTaken = (error: unknown): error is CallFailed => error instanceof CallFailed && error.code === 'username-taken'

/** Sends what was changed here, the username first: it alone can be taken. What another tab changed meanwhile stays. */
async function save({ username, name }: Typed, changed: Partial<Record<keyof Typed, boolean>>) {
  if (changed.username) await rename({ username })
  if (changed.name) await setName({ name })
}

/** What was saved before a refusal stays saved, what was typed stays typed. */
export function ProfileForm({ user, onClose }: { user: UserView; onClose: () => void }) {
  const form = useForm<Typed>({ defaultValues: { username: user.username, name: user.name } })
  const { errors, isSubmitting, dirtyFields } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus('username'), [setFocus])
  const check = useUsernameCheck(form.watch('username'), user.username)
  const mustWait = check.state === 'taken' || check.state === 'loading'
  const submit = form.handleSubmit(async (typed) => {
    try {
      await save(typed, dirtyFields)
    } catch (error) {
      if (isTaken(error)) return form.setError('username', { message: error.message }, { shouldFocus: true })
      return sayRefusal(form, error, 'Failed to update profile')
    }
    toast.success('Profile updated successfully')
    onClose()
  })
  const nameError = check.state === 'taken' || check.state === 'error' ? check.sentence : errors.username?.message
  return (
    <Form onSubmit={submit}>
      <Failure>{errors.root?.message}</Failure>
      <Field label="Username" error={nameError}>
        <TextInput
          {...form.register('username', rules.username)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={24}
          after={<UsernameMark check={check} />}
        />
      </Field>
      <Field label="Name" optional error={errors.name?.message}>
        <TextInput {...form.register('name', rules.name)} autoComplete="name" />
      </Field>
      <Field label="Email" hint="Your email can’t be changed.">
        <TextInput value={user.email} readOnly />
      </Field>
      <FormActions>
        <Button type="submit" variant="primary" disabled={mustWait} busy={isSubmitting} busyLabel="Saving...">
          Save Changes
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </FormActions>
    </Form>
  )
}
