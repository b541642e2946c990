// Reset password (/reset-password?token=): sets a new password by the link of an email.
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useSearch } from 'wouter'
import { AccessFrame } from '#client/access/access-frame.tsx'
import { sayRefusal } from '#client/access/say-refusal.ts'
import { resetPassword } from '#client/access/store.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { Checklist } from '#client/ui/feedback/checklist.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Form, FormActions } from '#client/ui/fields/form.tsx'
import { PasswordInput } from '#client/ui/fields/password-input.tsx'
import { passwordSentence } from '#protocol/kernel/fields.ts'
import { redirectMs } from '#protocol/kernel/limits.ts'
import { linkRefusals } from '#protocol/kernel/link-refusals.ts'

const mismatch = 'Passwords do not match'
const minLength = 8
const newLink = <Link href="/forgot-password">Get a new reset link</Link>

function NewPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useForm({ defaultValues: { newPassword: '', again: '' } })
  const { errors, isSubmitting } = form.formState
  const { newPassword, again } = form.watch()
  const isLong = newPassword.length >= minLength
  const isSame = newPassword !== '' && newPassword === again
  const submit = form.handleSubmit(async () => {
    if (!isSame) return form.setError('again', { message: mismatch }, { shouldFocus: true })
    if (!isLong) return form.setError('newPassword', { message: passwordSentence }, { shouldFocus: true })
    try {
      await resetPassword({ token, newPassword })
    } catch (error) {
      return sayRefusal(form, error, linkRefusals['reset-invalid'][1])
    }
    onDone()
  })
  return (
    <Form onSubmit={submit}>
      {errors.root && (
        <Notice tone="danger" live action={newLink}>
          {errors.root.message}
        </Notice>
      )}
      <Field label="New password" error={errors.newPassword?.message}>
        <PasswordInput {...form.register('newPassword')} autoComplete="new-password" />
      </Field>
      <Field label="Confirm password" error={errors.again?.message}>
        <PasswordInput {...form.register('again')} autoComplete="new-password" />
      </Field>
      <Checklist
        label="Password"
        items={[
          { label: 'At least 8 characters', isMet: isLong },
          { label: 'Passwords match', isMet: isSame },
        ]}
      />
      <FormActions>
        <Button
          type="submit"
          variant="primary"
          block
          disabled={newPassword === '' || again === ''}
          busy={isSubmitting}
          busyLabel="Updating password..."
        >
          Set New Password
        </Button>
      </FormActions>
    </Form>
  )
}

function PasswordChanged() {
  const [, navigate] = useLocation()
  useEffect(() => {
    const timer = setTimeout(() => navigate('/login', { replace: true }), redirectMs.passwordReset)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <AccessFrame title="Password Reset Successfully" lead="Log in with your new password. Taking you there in a moment.">
      <FormActions>
        <ButtonLink href="/login" variant="primary">
          Continue to Login
        </ButtonLink>
      </FormActions>
    </AccessFrame>
  )
}

export function ResetPasswordPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? ''
  const [isDone, setDone] = useState(false)
  if (isDone) return <PasswordChanged />
  return (
    <AccessFrame title="Set a new password" lead="You will be logged out everywhere else." links={<Link href="/login">Back to Login</Link>}>
      {token ? (
        <NewPasswordForm token={token} onDone={() => setDone(true)} />
      ) : (
        <Notice tone="danger" action={newLink}>
          {linkRefusals['reset-invalid'][1]}
        </Notice>
      )}
    </AccessFrame>
  )
}
