// "Check your email": where it went, where else to look, and two ways on.
import type { ReactNode } from 'react'
import { AccessFrame } from '#client/access/access-frame.tsx'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { FormActions } from '#client/ui/fields/form.tsx'

interface Props {
  email: string
  /** What the email brings, as the end of "We sent … to". */
  lead: (address: ReactNode) => ReactNode
  otherWay: string
  onTryAgain: () => void
  links: ReactNode
}

/** "Try different email" goes back to the form. */
export const CheckEmail = ({ email, lead, otherWay, onTryAgain, links }: Props) => (
  <AccessFrame
    title="Check your email"
    lead={lead(<strong className="font-semibold wrap-anywhere text-ink">{email}</strong>)}
    links={links}
  >
    <p className="text-muted">No email after a minute? Check your spam folder.</p>
    <FormActions>
      <ButtonLink href="/login" variant="primary">
        {otherWay}
      </ButtonLink>
      <Button onClick={onTryAgain}>Try different email</Button>
    </FormActions>
  </AccessFrame>
)
