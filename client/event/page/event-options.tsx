// The options menu of an event: edit it, delete it, and the entry that will move here soon (R19).
import { CircleCheck, CopyPlus, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { endGroups } from '#client/group/actions.ts'
import { enableConfirmationId } from '#client/group/confirmation.ts'
import { useGroupTab } from '#client/group/tabs/group-tabs.tsx'
import { call, sentenceOf } from '#client/lib/call.ts'
import { useGroups } from '#client/records/groups.ts'
import { Button, IconButton } from '#client/ui/actions/button.tsx'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { focusOnceThere } from '#client/ui/actions/focus-once-there.ts'
import { Menu } from '#client/ui/actions/menu.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { type EventView, eventApi } from '#protocol/event.ts'
import { DuplicateDialog } from './duplicate-dialog.tsx'

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
      “{event.name}” and its answers go away. The share link then says that it was canceled, and everyone who holds a seat gets an email.
      This can’t be undone.
    </ConfirmDialog>
  )
}

interface AlertProps {
  /** Already on: there is nothing to lead to. */
  isOn: boolean
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** The spec's alert, with a way to what it speaks of. */
function ConfirmationAlert({ isOn, isOpen, onOpenChange }: AlertProps) {
  const [, openTab] = useGroupTab()
  const leads = useRef(false)
  const close = (goesOn: boolean) => {
    leads.current = goesOn
    onOpenChange(false)
    if (goesOn) openTab('settings')
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={() => close(false)}
      isAlert
      size="sm"
      title={confirmationMoves}
      description={isOn ? 'It is on already, under Settings on this page.' : 'Until then it is under Settings on this page.'}
      nextFocus={() => (leads.current ? focusOnceThere(enableConfirmationId) : null)}
      footer={
        <>
          <Button onClick={() => close(false)}>OK</Button>
          {!isOn && (
            <Button variant="primary" onClick={() => close(true)}>
              Turn it on in Settings
            </Button>
          )}
        </>
      }
    />
  )
}

export function EventOptions({ event }: { event: EventView }) {
  const [, navigate] = useLocation()
  const [asked, setAsked] = useState<'delete' | 'confirmation' | 'duplicate' | null>(null)
  const isOn = useGroups((held) => event.groupIds.some((id) => held.byId[id]?.showConfirmation))
  const close = (isOpen: boolean) => !isOpen && setAsked(null)
  return (
    <>
      <Menu
        trigger={<IconButton label="Options" variant="secondary" icon={<Ellipsis aria-hidden="true" />} />}
        items={[
          { label: 'Edit Event', icon: <Pencil />, onSelect: () => navigate(`/event/${event._id}/edit`, { state: { event } }) },
          { label: 'Duplicate event', icon: <CopyPlus />, onSelect: () => setAsked('duplicate') },
          { label: 'Enable Confirmation', icon: <CircleCheck />, onSelect: () => setAsked('confirmation') },
          { label: 'Delete event', icon: <Trash2 />, tone: 'danger', divided: true, onSelect: () => setAsked('delete') },
        ]}
      />
      <ConfirmationAlert isOn={isOn} isOpen={asked === 'confirmation'} onOpenChange={close} />
      <DuplicateDialog event={event} isOpen={asked === 'duplicate'} onOpenChange={close} />
      <DeleteEvent event={event} isOpen={asked === 'delete'} onOpenChange={close} />
    </>
  )
}
