// The gallery's buttons, links, menus and dialogs.
import { CalendarPlus, Ellipsis, LogOut, Pencil, Plus, ShieldCheck, Trash2, User } from 'lucide-react'
import { useState } from 'react'
import { Button, ButtonLink, IconButton } from '../actions/button.tsx'
import { ConfirmDialog } from '../actions/confirm-dialog.tsx'
import { CopyButton } from '../actions/copy-button.tsx'
import { Dialog } from '../actions/dialog.tsx'
import { Link } from '../actions/link.tsx'
import { Menu } from '../actions/menu.tsx'
import { Tooltip } from '../actions/tooltip.tsx'
import { toast } from '../feedback/toast.tsx'
import { CopyField } from '../fields/copy-field.tsx'
import { Field } from '../fields/field.tsx'
import { TextInput } from '../fields/text-input.tsx'
import { QrCode } from '../qr-code.tsx'
import { MemberField } from './gallery-choices.tsx'
import { Sheet, Sheets } from './gallery-sheet.tsx'

const variants = ['primary', 'secondary', 'ghost', 'danger'] as const

function BusyButton() {
  const [isBusy, setBusy] = useState(false)
  const send = () => {
    setBusy(true)
    setTimeout(() => setBusy(false), 2500)
  }
  return (
    <Button variant="primary" busy={isBusy} busyLabel="Sending reset link..." onClick={send}>
      Send Reset Link
    </Button>
  )
}

function Dialogs() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null)
  return (
    <>
      <Button onClick={() => setOpen('dialog')}>Open a dialog</Button>
      <Button onClick={() => setOpen('confirm')}>Ask before deleting</Button>
      <Dialog
        open={open === 'dialog'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'dialog' : null)}
        title="Assign a role"
        description="They get an email and can answer from there."
        footer={
          <>
            <Button onClick={() => setOpen(null)}>Cancel</Button>
            <Button variant="primary" onClick={() => setOpen(null)}>
              Assign Role
            </Button>
          </>
        }
      >
        <Field label="Name" required>
          <TextInput placeholder="Ada Lovelace" />
        </Field>
        <MemberField />
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'confirm' : null)}
        title="Confirm Role Removal"
        confirmLabel="Delete role"
        busyLabel="Deleting..."
        onConfirm={() => new Promise((resolve) => setTimeout(resolve, 1200))}
      >
        3 attendee(s) already signed up. Delete anyway?
      </ConfirmDialog>
    </>
  )
}

const menuItems = [
  { label: 'Edit Event', icon: <Pencil aria-hidden="true" />, onSelect: () => toast('Edit') },
  { label: 'Enable Confirmation', icon: <ShieldCheck aria-hidden="true" />, hint: 'Asks those who said yes to confirm' },
  { label: 'Profile', icon: <User aria-hidden="true" />, href: '/profile' },
  { label: 'Move', icon: <LogOut aria-hidden="true" />, disabled: true, hint: 'Only the owner may move it' },
  { label: 'Delete event', icon: <Trash2 aria-hidden="true" />, tone: 'danger', divided: true },
] as const

const Toasts = () => (
  <>
    <Button onClick={() => toast('Link copied')}>Blank</Button>
    <Button onClick={() => toast.success('RSVP submitted successfully!')}>Success</Button>
    <Button onClick={() => toast.error('Failed to submit RSVP. Please try again.')}>Error</Button>
    <Button onClick={() => toast.loading('Processing...')}>Loading</Button>
    <Button variant="ghost" onClick={() => toast.dismiss()}>
      Dismiss all
    </Button>
  </>
)

export const GalleryActions = () => (
  <Sheets>
    <Sheet title="Buttons">
      {variants.map((variant) => (
        <Button key={variant} variant={variant}>
          {variant[0]?.toUpperCase() + variant.slice(1)}
        </Button>
      ))}
      <Button variant="primary" disabled>
        Disabled
      </Button>
      <ButtonLink href="/create" icon={<CalendarPlus aria-hidden="true" />}>
        Create
      </ButtonLink>
    </Sheet>
    <Sheet title="Sizes">
      {(['sm', 'md', 'lg'] as const).map((size) => (
        <Button key={size} variant="primary" size={size} icon={<Plus aria-hidden="true" />}>
          Add role
        </Button>
      ))}
      {(['sm', 'md', 'lg'] as const).map((size) => (
        <IconButton key={size} size={size} label="Options" icon={<Ellipsis />} />
      ))}
      <IconButton variant="secondary" label="Edit" icon={<Pencil />} />
    </Sheet>
    <Sheet title="Busy">
      <Button variant="primary" busy busyLabel="Saving...">
        Save Changes
      </Button>
      <Button busy>Try Again</Button>
      <Button variant="danger" busy busyLabel="Canceling...">
        Cancel Subscription
      </Button>
      <BusyButton />
    </Sheet>
    <Sheet title="Links">
      <p>
        You can <Link href="/pricing">compare the plans</Link> or{' '}
        <Link href="/guide" tone="quiet">
          read the guide
        </Link>
        .
      </p>
    </Sheet>
    <Sheet title="Copy and share" column>
      <CopyField
        label="Share link"
        value="https://rolecall.app/rsvp/65f0c0ffee65f0c0ffee65f0?eventId=65f0c0ffee65f0c0ffee65f1&code=forfeedback"
      />
      <div className="flex items-end gap-4">
        <QrCode text="https://rolecall.app/rsvp/65f0c0ffee65f0c0ffee65f0" label="QR code of the share link" />
        <CopyButton text="Copied from the gallery" />
      </div>
    </Sheet>
    <Sheet title="Menu, dialogs, tooltip">
      <Menu
        trigger={<IconButton variant="secondary" label="Event options" icon={<Ellipsis />} />}
        items={menuItems}
        align="start"
        header={
          <>
            <p className="font-medium">ada_lovelace</p>
            <p className="text-13 text-muted">a••@example.com</p>
          </>
        }
      />
      <Dialogs />
      <Tooltip text="Seats are given first come, first served">
        <Button variant="ghost">How seats work</Button>
      </Tooltip>
    </Sheet>
    <Sheet title="Toasts">
      <Toasts />
    </Sheet>
  </Sheets>
)
