// What somebody who created an event while signed out sees next: the code from their mailbox publishes it here (R32, R127).
import { MailOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { coverSeats } from '#client/lib/event/cover-seats.ts'
import { linkFor } from '#client/lib/event/share-path.ts'
import { followCookie, isKeptIn } from '#client/lib/session.ts'
import { PublishCode } from '#client/pending/publish-code.tsx'
import { useFormView } from '#client/rsvp/form-room.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { announce } from '#client/ui/feedback/announcer.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { CopyField } from '#client/ui/fields/copy-field.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { focusMain } from '#client/ui/layout/focus-main.ts'
import { Text } from '#client/ui/layout/heading.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import { linkLifeHours } from '#protocol/kernel/limits.ts'
import type { EventView } from '#protocol/seats/event.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { plainTheme } from '#protocol/seats/theme/theme.ts'
import { type LiveEvent, setDraft, type UnpublishedEvent } from './draft.ts'
import { Published } from './published.tsx'

const published = 'Your event is published'
const forget = () => setDraft({ waiting: null })

/** What is published in this tab leads on by itself, and knows more of whom it signs in. */
const ownMs = 1_500

/** R127: whether it was published by the link meanwhile. In another tab of this browser that signs in here too, and leads on; on another device it can't. */
function useIsPublished({ eventId, groupId }: UnpublishedEvent): boolean {
  const [, navigate] = useLocation()
  const form = useFormView(groupId || null, groupId ? eventId : null)
  const [isElsewhere, setElsewhere] = useState(false)
  const isPublished = form !== null && form.status !== 'unpublished'
  useEffect(() => {
    if (!isPublished) return
    const timer = setTimeout(() => {
      if (!isKeptIn()) {
        announce(published)
        return setElsewhere(true)
      }
      followCookie()
      toast.success(published)
      navigate(`/event/${eventId}`, { replace: true })
      forget()
    }, ownMs)
    return () => clearTimeout(timer)
  }, [isPublished, eventId, navigate])
  return isElsewhere
}

/** What the page of the published event says of it, also after a reload. */
function liveOf({ _id, start, timeZone, theme, ...event }: EventView, groups: readonly GroupView[]): LiveEvent {
  const { seats } = coverSeats(groups.flatMap(({ roleCoverage }) => roleCoverage))
  return { link: linkFor(event, groups), start, timeZone, theme: plainTheme(theme, _id), seats }
}

/** It stays until the code has published the event, and then says what is next. */
export const CheckEmail = (waiting: UnpublishedEvent) =>
  waiting.live ? <Published waiting={waiting} live={waiting.live} /> : <CodeAsked {...waiting} />

function CodeAsked(waiting: UnpublishedEvent) {
  const { eventId, eventName, email, link } = waiting
  const isPublished = useIsPublished(waiting)
  useEffect(() => {
    if (!eventId) focusMain() // else the code's field has it
  }, [eventId])
  const name = (
    <strong dir="auto" className="text-ink wrap-anywhere">
      {eventName}
    </strong>
  )
  return (
    <Page width="narrow">
      <title>{`${isPublished ? published : 'Check your email'} · Rolecall`}</title>
      <PageHeader
        align="center"
        above={<MailOpen aria-hidden="true" className="mx-auto size-10" strokeWidth={1.5} />}
        title={isPublished ? published : 'Check your email'}
        lead={
          isPublished ? (
            <>Guests see {name} now. To manage it on this device too, enter the code from the email.</>
          ) : eventId ? (
            <>Enter the code to publish {name}.</>
          ) : (
            <>
              We sent a link to <strong className="text-ink wrap-anywhere">{email}</strong>. Open it to publish {name}.
            </>
          )
        }
      />
      {eventId && (
        <Card padding="lg">
          <PublishCode
            eventId={eventId}
            email={email}
            label={isPublished ? 'Sign in' : 'Publish'}
            onPublished={(event, groups) => setDraft({ waiting: { ...waiting, live: liveOf(event, groups) } })}
            onElsewhere={forget}
          />
        </Card>
      )}
      {!isPublished && (
        <Text tone="muted">
          No email after a minute? Check your spam folder. The link in it publishes too, on any device, for {linkLifeHours} hours. Events
          that no one publishes are deleted after two days.
        </Text>
      )}
      {isPublished && link && (
        <Card padding="lg">
          <CopyField label="Link for guests" hint="Send it to everyone you invite." value={link} />
        </Card>
      )}
      <Button variant="ghost" className="self-center" onClick={forget}>
        Create another event
      </Button>
    </Page>
  )
}
