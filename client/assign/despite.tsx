// R147: a seat that overlaps another of theirs, or is more than one may have, is given once more where that is meant.
import { type ReactNode, useState } from 'react'
import { CallFailed } from '#client/lib/call-failed.ts'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'

const codes = ['overlap', 'too-many-groups']

interface OverlapQuestion {
  readonly who: string
  readonly error: CallFailed
  readonly answer: (isMeant: boolean) => void
}
type Attempt = <T>(who: string, send: (despiteOverlap: boolean) => Promise<T>) => Promise<T>

/** `attempt` sends, and where it is refused for that, asks and sends again; `dialog` is what asks. */
export function useDespite(): { attempt: Attempt; dialog: ReactNode } {
  const [asked, setAsked] = useState<OverlapQuestion | null>(null)
  const attempt: Attempt = async (who, send) => {
    try {
      return await send(false)
    } catch (error) {
      if (!(error instanceof CallFailed && codes.includes(error.code))) throw error
      const isMeant = await new Promise<boolean>((answer) => setAsked({ who, error, answer }))
      setAsked(null)
      if (!isMeant) throw error
      return send(true)
    }
  }
  const dialog = (
    <ConfirmDialog
      open={asked !== null}
      onOpenChange={(isOpen) => !isOpen && asked?.answer(false)}
      title={`Give ${asked?.who ?? ''} this seat anyway?`}
      confirmLabel="Give the seat"
      tone="primary"
      onConfirm={() => asked?.answer(true)}
    >
      {asked?.error.message} {asked?.error.code === 'overlap' && 'It is then marked at both of their answers.'}
    </ConfirmDialog>
  )
  return { attempt, dialog }
}
