// Ends what is paid for by the month: asks first, and says what follows (R76).
import { useState } from 'react'
import { Button } from '#client/ui/actions/button.tsx'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'

interface EndingProps {
  label: string
  question: string
  /** What follows. */
  children: string
  isBusy: boolean
  onEnd: () => Promise<void>
}

export function Ending({ label, question, children, isBusy, onEnd }: EndingProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button busy={isBusy} busyLabel="Canceling..." onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={question}
        confirmLabel="Yes, cancel it"
        busyLabel="Canceling..."
        cancelLabel="Keep it"
        onConfirm={onEnd}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
