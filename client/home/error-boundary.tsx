// What is left of a page that threw: what happened, and a way to try again.
import { Component, type ReactNode } from 'react'
import { useReturn } from '#client/lib/connection.ts'
import { PageNotLoaded, reloadOnce } from '#client/lib/load-page.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'

interface Props {
  /** The current address: another one is another try. */
  at: string
  children: ReactNode
}

const hints = {
  page: 'This page didn’t load. It loads automatically once you are back online.',
  bug: 'Nothing you saved is lost. Try again, or reload the page if it keeps happening.',
}

function Broken({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isUnloaded = error instanceof PageNotLoaded
  useReturn(() => {
    if (isUnloaded) reloadOnce()
  })
  return (
    <Page width="narrow">
      <title>Something went wrong · Rolecall</title>
      <ErrorState title="Something went wrong" onRetry={isUnloaded ? () => window.location.reload() : onRetry}>
        {hints[isUnloaded ? 'page' : 'bug']}
      </ErrorState>
    </Page>
  )
}

/** Catches what its children throw while they are drawn. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state = { error: null }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override componentDidUpdate(before: Props) {
    if (before.at !== this.props.at && this.state.error) this.setState({ error: null })
  }
  override render() {
    if (!this.state.error) return this.props.children
    return <Broken error={this.state.error} onRetry={() => this.setState({ error: null })} />
  }
}
