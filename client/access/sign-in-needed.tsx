// A page that needs a login, to whoever has none: the sentence that says so, and the two ways in.
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'

interface Props {
  title: string
  sentence: string
  /** The title stands above the sentence; else only screen readers hear it. */
  isTitleShown?: boolean
}

export const SignInNeeded = ({ title, sentence, isTitleShown }: Props) => (
  <Page width="narrow">
    <title>{`${title} · Rolecall`}</title>
    {isTitleShown ? <PageHeader title={title} align="center" /> : <h1 className="sr-only">{title}</h1>}
    <EmptyState
      title={sentence}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink href="/login" variant="primary">
            Login
          </ButtonLink>
          <ButtonLink href="/request-token">Get a sign-in link</ButtonLink>
        </div>
      }
    />
  </Page>
)
