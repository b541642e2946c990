// An address that leads nowhere.
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'

export const NotFoundPage = () => (
  <Page width="narrow">
    <title>Page not found · Rolecall</title>
    <h1 className="sr-only">Page not found</h1>
    <EmptyState
      title="There is no page at this address."
      action={
        <ButtonLink href="/" variant="primary">
          Go to the home page
        </ButtonLink>
      }
    >
      If a link brought you here, ask the sender for a new one.
    </EmptyState>
  </Page>
)
