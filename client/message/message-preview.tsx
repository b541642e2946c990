// A message as a guest's mailbox shows it (R101); "test to myself" sends the email itself.
import { Card } from '#client/ui/layout/card.tsx'
import { namedHost } from '#protocol/kernel/texts.ts'
import { replyHint } from '#protocol/mail/message.ts'

interface Props {
  occasion: string
  /** Who writes, by name; '' for none. */
  host: string
  subject: string
  text: string
  /** '' where replies go nowhere. */
  repliesTo: string
  isEvent: boolean
  /** R101g: it leads to all groups of the event. */
  isToSeveral?: boolean
}

export const MessagePreview = ({ occasion, host, subject, text, repliesTo, isEvent, isToSeveral }: Props) => (
  <Card className="flex flex-col gap-4 wrap-anywhere">
    <p className="font-semibold">{subject.trim() || 'No subject yet'}</p>
    <div className="flex flex-col gap-4 border-t border-line pt-4">
      <p dir="auto">{namedHost(host) ? `${host} writes about “${occasion}”:` : `The organizer of “${occasion}” writes:`}</p>
      <p className="whitespace-pre-line">{text.trim() || 'No message yet'}</p>
      <p>
        <span aria-hidden="true" className="inline-block rounded bg-ink px-5 py-2.5 font-semibold text-on-ink">
          See or change your {isToSeveral ? 'answers' : 'answer'}
        </span>
      </p>
      <p>{replyHint(repliesTo)}</p>
      <p className="text-13 text-muted underline">Stop emails about this {isEvent ? 'event' : 'group'}</p>
    </div>
  </Card>
)
