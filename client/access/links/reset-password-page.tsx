// Reset password (/reset-password?token=): sets a new password by the link of an email, which is asked first whether it still does (R33a).
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useSearch } from 'wouter'
import { AccessFrame } from '#client/access/access-frame.tsx'
import { LinkFailed, LinkLoading } from '#client/access/link-states.tsx'
import { sayRefusal } from '#client/access/say-refusal.ts'
import { resetPassword, validateReset } from '#client/access/store.ts'
import { useLink } from '#client/access/use-link.ts'
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
const newLink = { href: '/forgot-password', label: 'Send a new link' }
const resetLink = {
  read: validateReset,
  over: {
    codes: ['reset-invalid', 'input-invalid'],
    title: 'This link is no longer valid',
    sentence: 'It was used already, is more than an hour old, or isn’t complete.',
  },
}

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
        <Notice tone="danger" live action={<Link href={newLink.href}>{newLink.label}</Link>}>
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
  const { state, load } = useLink<unknown>(token, resetLink)
  if (isDone) return <PasswordChanged />
  if (state.is === 'failed' && !state.canRetry)
    return <LinkFailed failed={state} onRetry={load} {...(state.title !== undefined && { next: newLink })} />
  return (
    <AccessFrame title="Set a new password" lead="You will be logged out everywhere else." links={<Link href="/login">Back to Login</Link>}>
      {state.is === 'loading' && <LinkLoading />}
      {state.is === 'failed' && (
        <Notice tone="warn" live>
          {state.sentence}
        </Notice>
      )}
      {/* Where nobody could say whether the link holds: what is typed is answered all the same. */}
      {state.is !== 'loading' && <NewPasswordForm token={token} onDone={() => setDone(true)} />}
    </AccessFrame>
  )
}
