// The options menu of an event: edit it, delete it, and the entry that will move here soon (R19).
import { CircleCheck, CopyPlus, DoorOpen, Ellipsis, Image as ImageIcon, Layers, Pencil, Settings2, Trash2, UserPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Adding } from '#client/event/groups/use-adding.tsx'
import { endGroups } from '#client/group/actions.ts'
import { enableConfirmationId } from '#client/group/confirmation.ts'
import { eventAt } from '#client/group/several/fill.ts'
import { useGroupTab } from '#client/group/tabs/group-tabs.tsx'
import { toasted } from '#client/lib/actions/use-action.ts'
import { call } from '#client/lib/call.ts'
import { useNow } from '#client/lib/event/use-now.ts'
import { loadPage } from '#client/lib/load-page.tsx'
import { useGroups } from '#client/records/groups.ts'
import { Button, IconButton } from '#client/ui/actions/button.tsx'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { focusOnceThere } from '#client/ui/actions/focus-once-there.ts'
import { Menu } from '#client/ui/actions/menu.tsx'
import { toastNotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import { type EventView, eventApi } from '#protocol/seats/event.ts'
import { ConfirmAll } from './confirm-all.tsx'

const duplicateDialog = loadPage(() => import('./duplicate-dialog.tsx'), 'DuplicateDialog')
const photoDialog = loadPage(() => import('#client/photo/photo-dialog.tsx'), 'PhotoDialog')
const phonesDialog = loadPage(() => import('#client/door/desk/phones-dialog.tsx'), 'PhonesDialog')

const inviteDialog = loadPage(() => import('#client/team/invite-dialog.tsx'), 'InviteDialog')

export const confirmationMoves = 'Enable Confirmation will move here soon.'

function DeleteEvent({ event, isOpen, onOpenChange }: { event: EventView; isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const [, navigate] = useLocation()
  const remove = () =>
    toasted(() => endGroups(event.groupIds, () => call(eventApi.remove, { id: event._id })).then(() => navigate('/dashboard')), {
      done: 'Event deleted',
      failed: 'Failed to delete event',
    })
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title="Delete this event?"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      onConfirm={remove}
    >
      “{event.name}” and its answers will be deleted. The share link then says that it was canceled, and everyone who has a seat gets an
      email. This can’t be undone.
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

interface EventOptionsProps {
  event: EventView
  /** Where it has one group; several have a button for it. */
  adding?: Adding | undefined
  isOwners: boolean
}

/** `isOwners`: for its owner or an admin, and not for a manager of its team (R200). */
export function EventOptions({ event, adding, isOwners }: EventOptionsProps) {
  const isAlone = event.groupIds.length < 2
  const [, navigate] = useLocation()
  const [asked, setAsked] = useState<'delete' | 'confirmation' | 'duplicate' | 'door' | 'invite' | 'photo' | null>(null)
  const byId = useGroups((held) => held.byId)
  const now = useNow()
  // In a group that has begun nobody is asked any more.
  const unasked = event.groupIds
    .flatMap((id) => byId[id] ?? [])
    .filter((group) => !group.showConfirmation && (isAlone || Date.parse(eventAt(event, group).start) > now))
  const [hasDuplicating, setDuplicating] = useState(false)
  const [hasDoor, setDoor] = useState(false)
  const close = (isOpen: boolean) => !isOpen && setAsked(null)
  const [hasInviting, setInviting] = useState(false)
  const invite = async () => {
    await inviteDialog.ready()
    setInviting(true)
    setAsked('invite')
  }
  const duplicate = async () => {
    await duplicateDialog.ready()
    setDuplicating(true)
    setAsked('duplicate')
  }
  const [hasPhoto, setPhoto] = useState(false)
  const openPhoto = async () => {
    await photoDialog.ready()
    setPhoto(true)
    setAsked('photo')
  }
  const openDoor = async () => {
    await phonesDialog.ready()
    setDoor(true)
    setAsked('door')
  }
  return (
    <>
      <Menu
        trigger={<IconButton label="Options" variant="secondary" icon={<Ellipsis aria-hidden="true" />} />}
        items={[
          { label: 'Edit Event', icon: <Pencil />, onSelect: () => navigate(`/event/${event._id}/edit`, { state: { event } }) },
          ...(isAlone ? [{ label: 'Edit group', icon: <Settings2 />, href: `/group/${event.groupIds[0]}/edit` }] : []),
          { label: 'Cover photo', icon: <ImageIcon />, onSelect: () => void openPhoto().catch(toastNotLoaded) },
          ...(adding && event.status === 'active'
            ? [{ label: 'Add a shift or session', icon: <Layers />, onSelect: () => adding.begin() }]
            : []),
          { label: 'Door', icon: <DoorOpen />, onSelect: () => void openDoor().catch(toastNotLoaded) },
          { label: 'Duplicate event', icon: <CopyPlus />, onSelect: () => void duplicate().catch(toastNotLoaded) },
          ...(event.status === 'active'
            ? [{ label: 'Invite a co-host', icon: <UserPlus />, onSelect: () => void invite().catch(toastNotLoaded) }]
            : []),
          ...(isAlone || unasked.length > 0
            ? [{ label: 'Enable Confirmation', icon: <CircleCheck />, onSelect: () => setAsked('confirmation') }]
            : []),
          ...(isOwners
            ? [{ label: 'Delete event', icon: <Trash2 />, tone: 'danger' as const, divided: true, onSelect: () => setAsked('delete') }]
            : []),
        ]}
      />
      {hasInviting && <inviteDialog.Component eventId={event._id} isOpen={asked === 'invite'} onOpenChange={close} />}
      {isAlone ? (
        <ConfirmationAlert isOn={unasked.length === 0} isOpen={asked === 'confirmation'} onOpenChange={close} />
      ) : (
        <ConfirmAll eventId={event._id} groups={unasked} isOpen={asked === 'confirmation'} onOpenChange={close} />
      )}
      {hasDuplicating && <duplicateDialog.Component event={event} isOpen={asked === 'duplicate'} onOpenChange={close} />}
      {hasPhoto && <photoDialog.Component event={event} isOpen={asked === 'photo'} onOpenChange={close} />}
      {hasDoor && <phonesDialog.Component eventId={event._id} isOpen={asked === 'door'} onOpenChange={close} />}
      <DeleteEvent event={event} isOpen={asked === 'delete'} onOpenChange={close} />
    </>
  )
}
