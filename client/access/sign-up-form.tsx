// The form of a new account.
import { useForm } from 'react-hook-form'
import { Button } from '#client/ui/actions/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Form, FormActions } from '#client/ui/fields/form.tsx'
import { PasswordInput } from '#client/ui/fields/password-input.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { Email, passwordSentence, Username, usernameSentence } from '#protocol/kernel/fields.ts'
import { emailSentence, isEmail } from '#protocol/kernel/texts.ts'
import { sayRefusal } from './say-refusal.ts'
import { signUp } from './store.ts'
import { useUsernameCheck } from './use-username-check.ts'
import { UsernameMark } from './username-mark.tsx'

const rules = {
  email: { validate: (text: string) => isEmail(text) || emailSentence },
  username: { validate: (text: string) => text === '' || Username.safeParse(text).success || usernameSentence },
  password: { required: 'Please enter a password', minLength: { value: 8, message: passwordSentence } },
}

/** A text with "failed" or "error" in it is red. */
const toneOf = (sentence = '') => (/failed|error/i.test(sentence) ? 'danger' : 'warn')

/** Can't be sent while the username is taken, or is still being checked. */
export function SignUpForm({ isBlocked }: { isBlocked: boolean }) {
  const form = useForm({ defaultValues: { email: '', username: '', password: '' } })
  const { errors, isSubmitting } = form.formState
  const username = form.watch('username')
  const check = useUsernameCheck(username)
  const mustWait = check.state === 'taken' || check.state === 'loading'
  const submit = form.handleSubmit(async (typed) => {
    const { username: chosen, ...rest } = typed
    const input = { ...rest, email: Email.parse(typed.email), ...(chosen && { username: chosen }) }
    await signUp(input).catch((error: unknown) => sayRefusal(form, error, 'Signup failed'))
  })
  const nameError = check.state === 'taken' || check.state === 'error' ? check.sentence : errors.username?.message
  return (
    <Form onSubmit={submit}>
      {errors.root && (
        <Notice tone={toneOf(errors.root.message)} live>
          {errors.root.message}
        </Notice>
      )}
      <Field label="Email" error={errors.email?.message}>
        <TextInput {...form.register('email', rules.email)} type="email" autoComplete="email" inputMode="email" disabled={isBlocked} />
      </Field>
      <Field
        label="Username"
        optional
        hint="5–24 letters, digits or underscores. If you leave it empty, we choose one; you can change it later."
        error={nameError}
      >
        <TextInput
          {...form.register('username', rules.username)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={24}
          disabled={isBlocked}
          after={<UsernameMark check={check} />}
        />
      </Field>
      <Field label="Password" hint="At least 8 characters" error={errors.password?.message}>
        <PasswordInput {...form.register('password', rules.password)} autoComplete="new-password" disabled={isBlocked} />
      </Field>
      <FormActions>
        <Button type="submit" variant="primary" block disabled={isBlocked || mustWait} busy={isSubmitting} busyLabel="Signing up...">
          Sign up
        </Button>
      </FormActions>
    </Form>
  )
}
