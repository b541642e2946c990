// What a guest asks for of what is theirs, as buttons: a new link, the file of what is kept of them, and that it is erased (R87, R96).
import { useState } from 'react'
import { toasted, useAction } from '#client/lib/actions/use-action.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'

interface NewLinkProps {
  maskedEmail: string
  /** What it is a link to: 'this answer'. */
  to: string
  send: () => Promise<unknown>
}
export function NewLink({ maskedEmail, to, send }: NewLinkProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => setAsking(true)}>Email me a new link</Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Email you a new link?"
        confirmLabel="Email me a new link"
        busyLabel="Sending..."
        tone="primary"
        onConfirm={() => toasted(send, { done: 'Your new link is on its way' })}
      >
        It goes to {maskedEmail}. All links to {to} that we sent before stop working.
      </ConfirmDialog>
    </>
  )
}

export function SaveData({ save }: { save: () => Promise<unknown> }) {
  const { run, isBusy } = useAction(() => toasted(save))
  return (
    <Button busy={isBusy} busyLabel="Downloading..." onClick={() => void run()}>
      Download my data
    </Button>
  )
}

interface EraseDataProps {
  hasAnswer: boolean
  /** Where the seats are, if in more than one group. */
  where?: string
  erase: () => Promise<unknown>
}
export function EraseData({ hasAnswer, where = '', erase }: EraseDataProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="ghost" onClick={() => setAsking(true)}>
        Erase my data
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Erase your data?"
        confirmLabel="Erase my data"
        busyLabel="Erasing..."
        onConfirm={() => toasted(erase, { done: 'Your data was erased' })}
      >
        Your name and email are deleted from this event for good{hasAnswer && `, and your seats${where} become free for others`}. We send
        you one last email about it. This can’t be undone.
      </ConfirmDialog>
    </>
  )
}
