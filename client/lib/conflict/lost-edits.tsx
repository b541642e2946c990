// R107, R205: what is edited was deleted, or one's right to it has ended: says so, and gives back what was typed.
import { type Canceled, useCanceledSentence } from '#client/lib/event/canceled.tsx'
import { StepNotice } from '#client/lib/step-notice.tsx'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { CopyButton } from '#client/ui/actions/copy-button.tsx'
import { sayCopyRefused } from '#client/ui/actions/share-button.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import type { Typed } from './conflict.ts'

const titles = {
  event: 'This event can no longer be saved.',
  group: 'This group can no longer be saved.',
  message: 'This message can no longer be sent.',
  list: 'These invitations can no longer be sent.',
} as const
export type Lost = keyof typeof titles

interface LostEditsProps {
  what: Lost
  /** What was changed and can't be saved. */
  typed: readonly Typed[]
  /** R136: where that is why. */
  canceled?: Canceled | undefined
}

export function LostEdits({ what, typed, canceled }: LostEditsProps) {
  const sentence = useCanceledSentence(canceled ?? { name: '' })
  const isDraft = what === 'message' || what === 'list'
  const text = typed.map((one) => `${one.label}: ${one.text}`).join('\n')
  return (
    <div className="flex flex-col gap-4">
      <StepNotice
        tone="danger"
        title={titles[what]}
        action={
          <ButtonLink href="/dashboard" size="sm">
            Go to Dashboard
          </ButtonLink>
        }
      >
        {canceled ? sentence : `${isDraft ? 'The group' : 'It'} was deleted, or you no longer have access to it.`}{' '}
        {typed.length > 0 && `You can still copy what you ${isDraft ? 'typed' : 'changed'}.`}
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
          <CopyButton text={text} label={isDraft ? 'Copy what I typed' : 'Copy my changes'} onRefused={sayCopyRefused} />
        </Card>
      )}
    </div>
  )
}
