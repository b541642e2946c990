// In another browser than the one that signed up: the password that was chosen there, or a new one. Until then nothing is set (R115).
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { sayRefusal } from '#client/access/say-refusal.ts'
import { verifyEmail } from '#client/access/store.ts'
import { CallFailed } from '#client/lib/call.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Form } from '#client/ui/fields/form.tsx'
import { PasswordInput } from '#client/ui/fields/password-input.tsx'
import { passwordSentence } from '#protocol/kernel/fields.ts'

const minLength = 8

interface VerifyPasswordFormProps {
  token: string
  /** Why there is something to type: what is refused then stands in its place. */
  asks: string
  onDone: () => void
}

/** Whoever doesn't know the password of the sign-up can choose a new one here. */
export function VerifyPasswordForm({ token, asks, onDone }: VerifyPasswordFormProps) {
  const [isNew, setNew] = useState(false)
  const form = useForm({ defaultValues: { password: '', newPassword: '' } })
  const { errors, isSubmitting } = form.formState
  const name = isNew ? 'newPassword' : 'password'
  const submit = form.handleSubmit(async (typed) => {
    const chosen = typed[name]
    if (chosen === '') return form.setError(name, { message: 'Please enter a password' }, { shouldFocus: true })
    if (isNew && chosen.length < minLength) return form.setError(name, { message: passwordSentence }, { shouldFocus: true })
    try {
      await verifyEmail({ token, [name]: chosen })
    } catch (error) {
      if (error instanceof CallFailed && error.code === 'password-wrong')
        return form.setError(name, { message: error.message }, { shouldFocus: true })
      return sayRefusal(form, error, 'Verification failed. Try again.')
    }
    onDone()
  })
  // The field is all there is to do here, and each turn brings another.
  const { setFocus } = form
  useEffect(() => setFocus(name), [setFocus, name])
  const turn = () => {
    form.clearErrors()
    setNew(!isNew)
  }
  return (
    <Form onSubmit={submit}>
      {errors.root ? (
        <Failure>{errors.root.message}</Failure>
      ) : (
        <Notice tone="info" live>
          {asks}
        </Notice>
      )}
      {isNew ? (
        <Field key="new" label="New password" hint="At least 8 characters" error={errors.newPassword?.message}>
          <PasswordInput {...form.register('newPassword')} autoComplete="new-password" />
        </Field>
      ) : (
        <Field key="chosen" label="Your password" error={errors.password?.message}>
          <PasswordInput {...form.register('password')} autoComplete="current-password" />
        </Field>
      )}
      <div className="flex flex-col gap-2 pt-1">
        <Button type="submit" variant="primary" block busy={isSubmitting} busyLabel="Verifying...">
          Verify email
        </Button>
        <Button variant="ghost" block onClick={turn}>
          {isNew ? 'Enter your password' : 'Choose a new password'}
        </Button>
      </div>
    </Form>
  )
}
