// Says why the form can't be answered right now.
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { refusals } from '#protocol/refusals.ts'
import type { FormView } from '#protocol/rsvp.ts'

/** Draws the notice for a form that isn't open; an open one has none. */
export function ClosedNotice({ status }: { status: FormView['status'] }) {
  if (status === 'ended')
    return (
      <Notice tone="warn" title={refusals['event-ended'][1]} live>
        Answers can no longer be given or changed.
      </Notice>
    )
  if (status === 'cancelled')
    return (
      <Notice tone="danger" title={refusals['event-cancelled'][1]} live>
        There is nothing you need to do.
      </Notice>
    )
  if (status === 'unpublished')
    return (
      <div role="status">
        <EmptyState title="This event is not published yet">Keep this page open: the invitation appears here as soon as it is.</EmptyState>
      </div>
    )
  return null
}
