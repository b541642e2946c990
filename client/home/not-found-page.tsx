// An address that leads nowhere.
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { DeadLink } from '#client/ui/dead-link.tsx'

export const NotFoundPage = () => (
  <DeadLink
    title="Page not found"
    action={
      <ButtonLink href="/" variant="primary">
        Go to the home page
      </ButtonLink>
    }
  >
    There is no page at this address. If a link brought you here, ask the sender for a new one.
  </DeadLink>
)
