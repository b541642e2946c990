// What stands in the place of an invitation that isn't published yet, or couldn't be read.
import { useReturn } from '#client/lib/connection.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'

interface Problem {
  readonly sentence: string
  readonly status: number
}

export const NotPublished = () => (
  <Page width="narrow">
    <div role="status">
      <EmptyState title="This event is not published yet">Keep this page open: the invitation appears here as soon as it is.</EmptyState>
    </div>
  </Page>
)

export function LoadProblem({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  const isOffline = problem.status === 0
  useReturn(onRetry)
  const isLinkWrong = problem.status === 404 || problem.status === 400
  const isLater = problem.status === 429
  const title = isOffline
    ? 'We can’t reach Rolecall'
    : isLater
      ? 'Please try again a little later'
      : isLinkWrong
        ? 'We can’t find this invitation'
        : problem.sentence
  return (
    <Page width="narrow">
      <h1 className="sr-only">Invitation</h1>
      <ErrorState
        title={title}
        onRetry={isLinkWrong ? undefined : onRetry}
        action={isLinkWrong && <ButtonLink href="/my-answers">Get a link to your answer</ButtonLink>}
      >
        {isOffline && 'Check your connection. The invitation opens once you’re back online.'}
        {isLater && problem.sentence}
        {isLinkWrong && `Check the link, or ask the sender for a new one. (${problem.sentence.replace(/\.$/, '')})`}
      </ErrorState>
    </Page>
  )
}
