// The link invitees answer through: to copy, and as a QR code for posters and screens.

import { CopyButton } from '#client/ui/actions/copy-button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { QrCode } from '#client/ui/qr-code.tsx'
import type { EventStatus } from '#protocol/event.ts'
import { shareSource } from '#protocol/limits.ts'

/** R24: `code` only tells where an answer came from. */
export const sharePath = (groupId: string, eventId: string | null) =>
  `/rsvp/${groupId}?${eventId ? `eventId=${eventId}&` : ''}code=${shareSource}`

/** What the link says instead of the form (R21, R32, R57). */
export const statusSentences: Readonly<Partial<Record<EventStatus, string>>> = {
  unpublished: 'This event is not published yet. Its organizer still has to open the link we e-mailed.',
  cancelled: 'This event was cancelled',
  over: 'This event has ended',
}

const copyRefused = 'Copying was not allowed. Please select the link and copy it yourself.'

interface ShareLinkProps {
  /** The full URL. */
  url: string
  status?: EventStatus
}

export function ShareLink({ url, status = 'active' }: ShareLinkProps) {
  const sentence = statusSentences[status]
  return (
    <Section title="Share link">
      <Card className="flex flex-col gap-4">
        {sentence && <Notice tone="warn">{sentence}</Notice>}
        <div className="flex flex-col items-end gap-2 sm:flex-row lg:flex-col lg:items-stretch">
          <Field label="Link for invitees" hideLabel className="w-full">
            <TextInput readOnly value={url} onFocus={(event) => event.target.select()} className="text-ellipsis" />
          </Field>
          <CopyButton text={url} label="Copy link" variant="primary" className="max-sm:w-full" onRefused={() => toast.error(copyRefused)} />
        </div>
        <div className="flex items-center gap-4">
          <QrCode text={url} label="QR code of the share link" size={112} />
          <Text size={13} tone="muted">
            Anyone with this link can answer, without an account. Or let people scan the code.
          </Text>
        </div>
      </Card>
    </Section>
  )
}
