// My answers (/my-answers): the personal links of all one's answers, by e-mail (R88).
import { useState } from 'react'
import { AccessFrame } from '#client/access/access-frame.tsx'
import { EmailForm } from '#client/access/links/email-form.tsx'
import { Button } from '#client/ui/actions/button.tsx'
import { FormActions } from '#client/ui/fields/form.tsx'
import { mailMyLinks } from './actions.ts'

/** Draws the page: the form, then where to look. It never tells whether there are answers. */
export function MyAnswersPage() {
  const [sentTo, setSentTo] = useState('')
  if (sentTo)
    return (
      <AccessFrame
        title="Check your email"
        lead={
          <>
            If there are answers under <strong className="font-semibold break-all text-ink">{sentTo}</strong>, their links are on their way.
          </>
        }
      >
        <p className="text-muted">Nothing there after a minute? Look in your spam folder, or try the email you answered with.</p>
        <FormActions>
          <Button onClick={() => setSentTo('')}>Try different email</Button>
        </FormActions>
      </AccessFrame>
    )
  return (
    <AccessFrame
      title="My answers"
      lead="You answered an invitation? We email you a link to each of your answers: to see, change or confirm it, without a code."
    >
      <EmailForm
        label="Send my links"
        busyLabel="Sending..."
        fallback="Something went wrong. Please try again."
        send={mailMyLinks}
        onSent={setSentTo}
      />
    </AccessFrame>
  )
}
