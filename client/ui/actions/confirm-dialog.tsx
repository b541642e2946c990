// Asks once before something that can't be taken back.
import { type ReactNode, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** What will happen, in a sentence. */
  children?: ReactNode
  confirmLabel: string
  busyLabel?: string
  cancelLabel?: string
  tone?: 'danger' | 'primary'
  /** Whether what it asks is answered. */
  isReady?: boolean
  /** The dialog stays open and busy while this promise runs, and closes when it is done; if it rejects, the dialog stays. */
  onConfirm: () => void | Promise<void>
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onOpenChange,
    title,
    children,
    confirmLabel,
    busyLabel,
    cancelLabel = 'Cancel',
    tone = 'danger',
    isReady = true,
    onConfirm,
  } = props
  const [isBusy, setBusy] = useState(false)
  // What is counted live changes by the very thing it asks for: it says what was confirmed until it has closed.
  const asked = useRef({ title, children })
  if (open && !isBusy) asked.current = { title, children }
  const confirm = async () => {
    setBusy(true)
    try {
      await onConfirm()
      onOpenChange(false)
    } finally {
      setBusy(false)
    }
  }
  const footer = (
    <>
      <Button onClick={() => onOpenChange(false)} disabled={isBusy}>
        {cancelLabel}
      </Button>
      <Button variant={tone} disabled={!isReady} busy={isBusy} busyLabel={busyLabel} onClick={confirm}>
        {confirmLabel}
      </Button>
    </>
  )
  return (
    <Dialog open={open} onOpenChange={(next) => !isBusy && onOpenChange(next)} title={asked.current.title} size="sm" footer={footer}>
      <div className="text-muted">{asked.current.children}</div>
    </Dialog>
  )
}
