// Deletes a group that stands alone, after asking (R57).
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { removeGroup } from '#client/group/actions.ts'
import { sentenceOf } from '#client/lib/call.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import type { GroupView } from '#protocol/group.ts'

export function DeleteGroup({ group }: { group: GroupView }) {
  const [, navigate] = useLocation()
  const [isAsking, setAsking] = useState(false)
  const remove = async () => {
    try {
      await removeGroup(group._id)
      toast.success('Group deleted')
      navigate('/dashboard')
    } catch (error) {
      toast.error(sentenceOf(error, 'Failed to delete group'))
    }
  }
  if (group.eventId)
    return (
      <Section title="Delete group" divided>
        <p>
          This group belongs to an event and goes with it. <Link href={`/event/${group.eventId}`}>Go to the event</Link>
        </p>
      </Section>
    )
  return (
    <Section title="Delete group" description="The share link then says that it was cancelled." divided>
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
        “{group.name}” and its answers go away, and everyone who holds a seat gets an e-mail. This can’t be undone.
      </ConfirmDialog>
    </Section>
  )
}
