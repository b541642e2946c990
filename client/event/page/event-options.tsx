// The options menu of an event: edit it, delete it, and the entry that will move here soon (R19).
import { CircleCheck, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { endGroups } from '#client/group/actions.ts'
import { call, sentenceOf } from '#client/lib/call.ts'
import { Button, IconButton } from '#client/ui/actions/button.tsx'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Menu } from '#client/ui/actions/menu.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { type EventView, eventApi } from '#protocol/event.ts'

export const confirmationMoves = 'Enable Confirmation will move here soon.'

function DeleteEvent({ event, isOpen, onOpenChange }: { event: EventView; isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const [, navigate] = useLocation()
  const remove = async () => {
    try {
      await endGroups(event.groupIds, () => call(eventApi.remove, { id: event._id }))
      toast.success('Event deleted')
      navigate('/dashboard')
    } catch (error) {
      toast.error(sentenceOf(error, 'Failed to delete event'))
    }
  }
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title="Delete this event?"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      onConfirm={remove}
    >
      “{event.name}” and its answers go away. The share link then says that it was cancelled, and everyone who holds a seat gets an e-mail.
      This can’t be undone.
    </ConfirmDialog>
  )
}

const ConfirmationAlert = ({ isOpen, onOpenChange }: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) => (
  <Dialog
    open={isOpen}
    onOpenChange={onOpenChange}
    isAlert
    size="sm"
    title={confirmationMoves}
    description="Until then you find it under Settings, further down on this page."
    footer={
      <Button variant="primary" onClick={() => onOpenChange(false)}>
        OK
      </Button>
    }
  />
)

export function EventOptions({ event }: { event: EventView }) {
  const [, navigate] = useLocation()
  const [asked, setAsked] = useState<'delete' | 'confirmation' | null>(null)
  const close = (isOpen: boolean) => !isOpen && setAsked(null)
  return (
    <>
      <Menu
        trigger={<IconButton label="Options" variant="secondary" icon={<Ellipsis aria-hidden="true" />} />}
        items={[
          { label: 'Edit Event', icon: <Pencil />, onSelect: () => navigate(`/event/${event._id}/edit`, { state: { event } }) },
          { label: 'Enable Confirmation', icon: <CircleCheck />, onSelect: () => setAsked('confirmation') },
          { label: 'Delete event', icon: <Trash2 />, tone: 'danger', divided: true, onSelect: () => setAsked('delete') },
        ]}
      />
      <ConfirmationAlert isOpen={asked === 'confirmation'} onOpenChange={close} />
      <DeleteEvent event={event} isOpen={asked === 'delete'} onOpenChange={close} />
    </>
  )
}
