// The link guests answer through: to copy, and as a QR code for posters and screens.
import { Eye, Mail, Printer } from 'lucide-react'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { CopyButton } from '#client/ui/actions/copy-button.tsx'
import { hasShareSheet, ShareButton, sayCopyRefused } from '#client/ui/actions/share-button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { QrCode } from '#client/ui/qr-code.tsx'
import { QrDownloads } from '#client/ui/qr-downloads.tsx'
import type { EventStatus } from '#protocol/seats/event.ts'

/** What the link says instead of the form (R21, R32, R57). */
export const statusSentences: Readonly<Partial<Record<EventStatus, string>>> = {
  unpublished: 'This event is not published yet. The organizer still has to publish it.',
  cancelled: 'This event was canceled',
  over: 'This event has ended',
}

/** Opens the organizer's own mail program with the link in it. */
const mailHref = (title: string, url: string) =>
  `mailto:?subject=${encodeURIComponent(`Invitation: ${title}`)}&body=${encodeURIComponent(`You are invited to ${title}. Please answer here:\n\n${url}\n`)}`

interface ShareLinkProps {
  /** The full URL. */
  url: string
  /** What people are invited to. */
  title: string
  status?: EventStatus
  /** R224c: where its poster is. */
  poster?: string
  /** R26: whether only members may answer. */
  membersOnly?: boolean
  /** The button that copies it stands elsewhere on the page. */
  isSecond?: boolean
}

/** Says who can do what with the link. */
function linkHint(isOpen: boolean, membersOnly: boolean): string {
  if (!isOpen) return 'Anyone who opens the link or scans the code reads this.'
  return membersOnly
    ? 'Members answer through this link with a code sent to their email, without an account. No one else can. Or let them scan the code.'
    : 'Anyone with this link can answer, without an account. Or let people scan the code.'
}

export function ShareLink({ url, title, status = 'active', poster, membersOnly = false, isSecond }: ShareLinkProps) {
  const sentence = statusSentences[status]
  return (
    <Section title="Share link">
      <Card className="flex flex-col gap-4">
        {sentence && <Notice tone="warn">{sentence}</Notice>}
        <div className="flex flex-col items-end gap-2 sm:flex-row lg:flex-col lg:items-stretch">
          <Field label="Link for guests" hideLabel className="w-full">
            <TextInput readOnly value={url} onFocus={(event) => event.target.select()} className="text-ellipsis" />
          </Field>
          {!isSecond && <CopyButton text={url} label="Copy link" variant="primary" className="max-sm:w-full" onRefused={sayCopyRefused} />}
        </div>
        <p className="text-13 break-all not-print:hidden">{url}</p>
        <div className="flex flex-wrap gap-2">
          <ButtonLink size="sm" href={url} target="_blank" icon={<Eye aria-hidden="true" />}>
            Open as guest
          </ButtonLink>
          {hasShareSheet() && <ShareButton size="sm" title={title} url={url} />}
          <ButtonLink size="sm" href={mailHref(title, url)} icon={<Mail aria-hidden="true" />}>
            Email
          </ButtonLink>
          {poster && (
            <ButtonLink size="sm" href={poster} icon={<Printer aria-hidden="true" />}>
              Poster
            </ButtonLink>
          )}
        </div>
        <div className="flex items-center gap-4">
          <QrCode text={url} label="QR code of the share link" size={112} />
          <Text size={13} tone="muted">
            {linkHint(sentence === undefined, membersOnly)}
          </Text>
        </div>
        <QrDownloads text={url} title={title} />
      </Card>
    </Section>
  )
}
