// R107: what is edited was deleted, or one's right to it has ended: says so, and gives back what was typed.
import { type Canceled, useCanceledSentence } from '#client/lib/event/canceled.tsx'
import { StepNotice } from '#client/lib/step-notice.tsx'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { CopyButton } from '#client/ui/actions/copy-button.tsx'
import { sayCopyRefused } from '#client/ui/actions/share-button.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import type { Typed } from './conflict.ts'

interface LostEditsProps {
  what: 'event' | 'group'
  /** What was changed and can't be saved. */
  typed: readonly Typed[]
  /** R136: where that is why. */
  canceled?: Canceled | undefined
}

export function LostEdits({ what, typed, canceled }: LostEditsProps) {
  const sentence = useCanceledSentence(canceled ?? { name: '' })
  const text = typed.map((one) => `${one.label}: ${one.text}`).join('\n')
  return (
    <div className="flex flex-col gap-4">
      <StepNotice
        tone="danger"
        title={`This ${what} can no longer be saved.`}
        action={
          <ButtonLink href="/dashboard" size="sm">
            Go to Dashboard
          </ButtonLink>
        }
      >
        {canceled ? sentence : 'It was deleted, or you no longer have access to it.'}{' '}
        {typed.length > 0 && 'You can still copy what you changed.'}
      </StepNotice>
      {typed.length > 0 && (
        <Card className="flex flex-col items-start gap-4">
          <dl className="flex w-full flex-col gap-3">
            {typed.map((one) => (
              <div key={one.label}>
                <dt className="text-13 text-muted">{one.label}</dt>
                <dd className="whitespace-pre-line wrap-anywhere">{one.text}</dd>
              </div>
            ))}
          </dl>
          <CopyButton text={text} label="Copy my changes" onRefused={sayCopyRefused} />
        </Card>
      )}
    </div>
  )
}
