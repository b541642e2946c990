// Says that a personal link has ended, and how to get a new one.
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'

/** Draws the notice above the invitation. */
export const LinkOver = () => (
  <Notice
    tone="warn"
    title="This link has ended, or a newer one has taken its place."
    live
    action={<ButtonLink href="/my-answers">Get a new link</ButtonLink>}
  >
    Your answer is still there. We can email you the links of all your answers, or verify your email below as the first time.
  </Notice>
)
