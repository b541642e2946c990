// What comes once the code has published an event: its link, to hand on right away. The board is beside it, never in front.
import { Eye, Plus, QrCode as QrIcon, UserPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatBoth } from '#client/lib/dates.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { CopyButton } from '#client/ui/actions/copy-button.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { sayCopyRefused } from '#client/ui/actions/share-button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { focusMain } from '#client/ui/layout/focus-main.ts'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import { QrCode } from '#client/ui/qr-code.tsx'
import { Cover } from '#client/ui/seats/cover.tsx'
import { type LiveEvent, setDraft, type UnpublishedEvent } from './draft.ts'

export interface PublishedProps {
  waiting: UnpublishedEvent
  live: LiveEvent
}

/** A reload brings it again; whoever goes on finds an empty form when they come back. */
const forget = () => () => setDraft({ waiting: null })

export function Published({ waiting: { eventId, groupId, eventName }, live: { link, start, timeZone, theme, seats } }: PublishedProps) {
  const [isQrShown, setQrShown] = useState(false)
  useEffect(forget, [])
  useEffect(focusMain, [])
  return (
    <Page width="narrow">
      <title>Your event is live · Rolecall</title>
      <Link href={`/event/${eventId}`} tone="quiet" className="hit self-end font-medium">
        Open the board
      </Link>
      <Cover theme={theme} seed={eventId} seats={seats} taken={0} />
      <PageHeader
        title="Your event is live"
        lead={
          <>
            <bdi className="wrap-anywhere">{eventName}</bdi>, {formatBoth(start, timeZone).there}. Send the link to your guests.
          </>
        }
      />
      <div className="flex flex-col gap-3">
        <Field label="Link for guests" hideLabel>
          <TextInput readOnly value={link.replace(/^https?:\/\//, '')} onFocus={(event) => event.target.select()} />
        </Field>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={link} label="Copy link" variant="primary" size="lg" className="grow max-sm:w-full" onRefused={sayCopyRefused} />
          <Button
            size="lg"
            className="grow"
            icon={<QrIcon aria-hidden="true" />}
            aria-expanded={isQrShown}
            onClick={() => setQrShown(!isQrShown)}
          >
            QR code
          </Button>
          <ButtonLink size="lg" className="grow" href={`/group/${groupId}/invite`} icon={<UserPlus aria-hidden="true" />}>
            Invite by email
          </ButtonLink>
        </div>
        {isQrShown && (
          <div className="flex justify-center">
            <QrCode text={link} label="QR code of the share link" />
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <ButtonLink variant="ghost" href={link} target="_blank" icon={<Eye aria-hidden="true" />}>
            Open as guest
          </ButtonLink>
          <Button variant="ghost" icon={<Plus aria-hidden="true" />} onClick={() => setDraft({ waiting: null })}>
            Create another event
          </Button>
        </div>
      </div>
      <Notice tone="success">This browser opens your event without a code from now on.</Notice>
    </Page>
  )
}
