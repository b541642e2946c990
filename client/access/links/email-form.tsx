// A form that asks for an email address and nothing else: for access links and for password resets.
import { useForm } from 'react-hook-form'
import { sayRefusal } from '#client/access/say-refusal.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Form, FormActions } from '#client/ui/fields/form.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { Email } from '#protocol/kernel/fields.ts'
import { emailSentence, isEmail } from '#protocol/kernel/texts.ts'

interface Props {
  label: string
  busyLabel: string
  /** What stands in the field at first. */
  email?: string
  /** Where the server has no word for a failure. */
  fallback: string
  send: (email: string) => Promise<unknown>
  onSent: (email: string) => void
}

/** What was typed stays when sending fails. */
export function EmailForm({ label, busyLabel, email = '', fallback, send, onSent }: Props) {
  const form = useForm({ defaultValues: { email } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (typed) => {
    const sentTo = Email.parse(typed.email)
    try {
      await send(sentTo)
    } catch (error) {
      return sayRefusal(form, error, fallback)
    }
    onSent(sentTo)
  })
  return (
    <Form onSubmit={submit}>
      <Failure>{errors.root?.message}</Failure>
      <Field label="Email" error={errors.email?.message}>
        <TextInput
          {...form.register('email', { validate: (text) => isEmail(text) || emailSentence })}
          type="email"
          autoComplete="email"
          inputMode="email"
        />
      </Field>
      <FormActions>
        <Button type="submit" variant="primary" block busy={isSubmitting} busyLabel={busyLabel}>
          {label}
        </Button>
      </FormActions>
    </Form>
  )
}
