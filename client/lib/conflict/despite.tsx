// R147, R147a: a seat that overlaps another of theirs, or is more than one may have, is given once more where that is meant; a move that makes seats overlap is done.
import { type ReactNode, useState } from 'react'
import { CallFailed, NotMeant } from '#client/lib/call-failed.ts'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'

const codes = ['overlap', 'too-many-groups', 'moves-overlap']

interface OverlapQuestion {
  readonly who: string
  readonly error: CallFailed
  readonly answer: (isMeant: boolean) => void
}
type Attempt = <T>(who: string, send: (despiteOverlap: boolean) => Promise<T>) => Promise<T>

const wordsFor = ({ who, error: { code } }: OverlapQuestion) =>
  code === 'moves-overlap'
    ? {
        title: 'Save these times anyway?',
        confirmLabel: 'Save anyway',
        after: 'They keep both seats. Each of their answers is marked, and they see it too.',
      }
    : {
        title: `Give ${who} this seat anyway?`,
        confirmLabel: 'Give the seat',
        after: code === 'overlap' ? 'It is then marked at both of their answers.' : '',
      }

/** `attempt` sends, and where it is refused for that, asks and sends again; throws `NotMeant` for a no. `dialog` is what asks. */
export function useDespite(): { attempt: Attempt; dialog: ReactNode } {
  const [asked, setAsked] = useState<OverlapQuestion | null>(null)
  const attempt: Attempt = async (who, send) => {
    try {
      return await send(false)
    } catch (error) {
      if (!(error instanceof CallFailed && codes.includes(error.code))) throw error
      const isMeant = await new Promise<boolean>((answer) => setAsked({ who, error, answer }))
      setAsked(null)
      if (!isMeant) throw new NotMeant('It was asked, and not meant', { cause: error })
      return send(true)
    }
  }
  const { title = '', confirmLabel = '', after = '' } = asked ? wordsFor(asked) : {}
  const dialog = (
    <ConfirmDialog
      open={asked !== null}
      onOpenChange={(isOpen) => !isOpen && asked?.answer(false)}
      title={title}
      confirmLabel={confirmLabel}
      tone="primary"
      onConfirm={() => asked?.answer(true)}
    >
      {asked?.error.message} {after}
    </ConfirmDialog>
  )
  return { attempt, dialog }
}
