// Deletes a group, after asking (R57): one that stands alone, or one of several of an event (R140).
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { removeGroup, restoreGroup } from '#client/group/actions.ts'
import { toasted } from '#client/lib/actions/use-action.ts'
import { useEvents } from '#client/records/events.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { toastWithBack } from '#client/undo/undo-toast.tsx'
import type { GroupView } from '#protocol/seats/group.ts'

export function DeleteGroup({ group }: { group: GroupView }) {
  const [, navigate] = useLocation()
  const [isAsking, setAsking] = useState(false)
  const isOneOfSeveral = useEvents((held) => (held.byId[group.eventId ?? '']?.groupIds.length ?? 0) > 1)
  const { _id, eventId, name } = group
  const remove = () =>
    toasted(
      async () => {
        await removeGroup(_id)
        navigate(eventId ? `/event/${eventId}` : '/dashboard')
        if (eventId) toastWithBack(`“${name}” deleted`, _id, () => restoreGroup(eventId, _id))
        else toast.success('Group deleted')
      },
      { failed: 'Failed to delete group' },
    )
  if (group.eventId && !isOneOfSeveral)
    return (
      <Section title="Delete group" divided>
        <p>
          This group belongs to an event. To delete it, delete the event. <Link href={`/event/${group.eventId}`}>Go to the event</Link>
        </p>
      </Section>
    )
  return (
    <Section title="Delete group" description="The share link will say that it was canceled." divided>
      <div>
        <Button variant="danger" icon={<Trash2 aria-hidden="true" />} onClick={() => setAsking(true)}>
          Delete group
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete this group?"
        confirmLabel="Delete"
        busyLabel="Deleting..."
        onConfirm={remove}
      >
        “{group.name}” and its answers will be deleted, and everyone who has a seat gets an email.{' '}
        {isOneOfSeveral ? 'The other groups of the event stay as they are.' : 'This can’t be undone.'}
      </ConfirmDialog>
    </Section>
  )
}
