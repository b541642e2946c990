// The User Guide (/user-guide): the product's own guide, shown in the page, not to be taken away.
import { useEffect } from 'react'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import { GuideViewer } from './guide-viewer.tsx'
import { useGuide } from './use-guide.ts'

const disabled = 'Download/print disabled for this document.'

interface Stoppable {
  preventDefault: () => void
}
function refuse(event: Stoppable) {
  event.preventDefault()
  window.alert(disabled)
}

/** Blocks Ctrl or Cmd with S and P while the page is open. */
function useNoTakingAway() {
  useEffect(() => {
    const stop = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && /^[sp]$/i.test(event.key)) refuse(event)
    }
    window.addEventListener('keydown', stop)
    return () => window.removeEventListener('keydown', stop)
  }, [])
}

export function GuidePage() {
  const { guide, retry } = useGuide()
  useNoTakingAway()
  return (
    <Page width="normal">
      <title>User Guide · Rolecall</title>
      <PageHeader title="User Guide" lead="For Team and Enterprise users (v0.3)" />
      <section aria-label="The guide" onContextMenu={refuse} className="min-h-80 print:hidden">
        {guide.is === 'loading' && (
          <Loading label="Loading the guide...">
            <Skeleton className="mb-4 h-11 w-full" />
            <Skeleton className="aspect-3/4 w-full" />
          </Loading>
        )}
        {guide.is === 'failed' && (
          <ErrorState title="The guide did not load" onRetry={retry} retryLabel="Try Again">
            Check your connection. It loads again once you’re back online.
          </ErrorState>
        )}
        {guide.is === 'open' && <GuideViewer pdf={guide.pdf} />}
      </section>
    </Page>
  )
}
