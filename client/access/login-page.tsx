// Login (/login): into the account, or on to another way in.
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Redirect, useLocation, useSearch } from 'wouter'
import { ResendVerification } from '#client/access/links/resend-verification.tsx'
import { CallFailed } from '#client/lib/call.ts'
import { useSession } from '#client/lib/session.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Form, FormActions } from '#client/ui/fields/form.tsx'
import { PasswordInput } from '#client/ui/fields/password-input.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { formRefusals } from '#protocol/kernel/form-refusals.ts'
import { LogIn } from '#protocol/people/access.ts'
import { AccessFrame } from './access-frame.tsx'
import { cameFrom } from './came-from.ts'
import { sayRefusal } from './say-refusal.ts'
import { logIn } from './store.ts'

/** A3: a 403 with showResend offers a new verification email. */
const offersResend = (error: unknown) => error instanceof CallFailed && error.status === 403 && error.body.showResend === true

/** R201a: by a page that knows it, in the history and not in the address, which is seen and kept elsewhere. */
function emailBrought(): string {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string' ? state.email : ''
}

function LoginForm({ onDone }: { onDone: () => void }) {
  const form = useForm({ resolver: zodResolver(LogIn), defaultValues: { email: emailBrought(), password: '' } })
  const { errors, isSubmitting } = form.formState
  const [unverified, setUnverified] = useState('')
  const submit = form.handleSubmit(async (input) => {
    setUnverified('')
    try {
      await logIn(input)
    } catch (error) {
      if (offersResend(error)) setUnverified(input.email)
      return sayRefusal(form, error, 'Login failed')
    }
    toast.success('Logged in successfully')
    onDone()
  })
  return (
    <Form onSubmit={submit}>
      {errors.root && (
        <Notice tone="danger" live action={unverified && <ResendVerification email={unverified} />}>
          {errors.root.message}
        </Notice>
      )}
      <Field label="Email" error={errors.email?.message}>
        <TextInput {...form.register('email')} type="email" autoComplete="username" inputMode="email" />
      </Field>
      <Field label="Password" error={errors.password?.message} aside={<Link href="/forgot-password">Forgot password?</Link>}>
        <PasswordInput {...form.register('password')} autoComplete="current-password" />
      </Field>
      <FormActions>
        <Button type="submit" variant="primary" block busy={isSubmitting} busyLabel="Logging in...">
          Login
        </Button>
      </FormActions>
    </Form>
  )
}

/** Whoever is logged in already goes on at once. */
export function LoginPage() {
  const [, navigate] = useLocation()
  const search = useSearch()
  const [wasIn] = useState(() => useSession.getState().token !== null)
  const isIn = useSession(({ token, user }) => token !== null && user !== null)
  const goal = cameFrom(search)
  if (wasIn && isIn) return <Redirect to={goal} replace />
  return (
    <AccessFrame
      title="Welcome back"
      links={
        <>
          <Link href="/request-token">Get new access link</Link>
          <p>
            New here? <Link href="/signup">Sign up</Link>
          </p>
        </>
      }
    >
      {search.includes('from=') && <Notice>{formRefusals['sign-in-needed'][1]}</Notice>}
      <LoginForm onDone={() => navigate(goal, { replace: true })} />
    </AccessFrame>
  )
}
