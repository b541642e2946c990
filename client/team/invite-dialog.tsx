// Asks whom to invite to the team of an event, wherever on its page that is wanted.
import { Button } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { InviteForm } from './invite-form.tsx'
import { teamChanged, useTeam } from './use-team.ts'

interface InviteDialogProps {
  eventId: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

function Asking({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const { page, failure, load } = useTeam(eventId)
  if (failure)
    return (
      <Notice tone="danger" live action={<Button onClick={load}>Try again</Button>}>
        {failure}
      </Notice>
    )
  if (!page)
    return (
      <Loading label="Loading the team...">
        <Skeleton className="h-64" />
      </Loading>
    )
  return <InviteForm eventId={eventId} about={page} onDone={onClose} onChange={() => teamChanged(eventId)} />
}

export const InviteDialog = ({ eventId, isOpen, onOpenChange }: InviteDialogProps) => (
  <Dialog
    open={isOpen}
    onOpenChange={onOpenChange}
    title="Invite a co-host"
    description="They get an email, and help with this event once they accept."
  >
    {isOpen && <Asking eventId={eventId} onClose={() => onOpenChange(false)} />}
  </Dialog>
)
