// Messages to the guests of a group (/group/:groupId/messages): write one, and see what was sent (R101).
import { useManagedEvent } from '#client/assign/use-assigning.ts'
import { GroupFrame } from '#client/group/group-frame.tsx'
import { type Draft, isWriters } from '#client/group/lost-draft.tsx'
import { backTo, useBoardPath } from '#client/group/several/board-path.ts'
import { StepGroups } from '#client/group/several/step-groups.tsx'
import { useTimely } from '#client/lib/event/event-status.tsx'
import { useGroups } from '#client/records/groups.ts'
import { readDraft } from '#client/records/message-draft.ts'
import { useTallies } from '#client/records/tallies.ts'
import { useFormView } from '#client/rsvp/form-room.ts'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import type { GroupPage } from '#protocol/seats/group.ts'
import { ComposeForm } from './compose-form.tsx'
import { MessageHistory } from './message-history.tsx'

/** Why nobody can be written to any more. */
const closedSentences: Readonly<Record<string, string>> = {
  over: 'This event has ended, so you can no longer write to anyone.',
  unpublished: 'This event is not published yet. To publish it, open the link we emailed you.',
  cancelled: 'This event was canceled',
}

function OpenMessages({ page }: { page: GroupPage }) {
  const id = page.group._id
  const board = useBoardPath(page.group)
  const group = useGroups((held) => held.byId[id])
  const hasCome = useTallies((held) => Boolean(held[id]?.came))
  const form = useFormView(id, page.group.eventId)
  const managed = useManagedEvent(page.group.eventId)
  const event = useTimely(form?.event ?? managed)
  if (!group) return null
  const isAfter = event?.status === 'over' && hasCome
  const closed = isAfter ? undefined : closedSentences[event?.status ?? '']
  const occasion = event?.name ?? group.name
  return (
    <>
      <title>{`Messages · ${occasion} · Rolecall`}</title>
      {group.eventId && <StepGroups eventId={group.eventId} groupId={id} page="messages" />}
      <PageHeader title="Messages" lead={<span className="wrap-anywhere">{occasion}</span>} back={backTo(board, '?tab=answers')} />
      {closed ? (
        <Notice tone="warn">{closed}</Notice>
      ) : (
        <Section
          title="Write to guests"
          description={
            isAfter
              ? 'The event is over: thank those who came, or write to those who didn’t.'
              : 'Each gets an email of their own, and never sees the others.'
          }
        >
          <ComposeForm
            group={group}
            occasion={occasion}
            eventName={managed?.name ?? occasion}
            host={event?.organizer ?? ''}
            isAfter={isAfter}
          />
        </Section>
      )}
      <Section title="Sent" divided>
        <MessageHistory groupId={id} />
      </Section>
    </>
  )
}

const draft: Draft = {
  title: 'Messages',
  what: 'message',
  typedOf(groupId) {
    const { subject, text } = readDraft(groupId)
    return [
      { label: 'Subject', text: subject },
      { label: 'Message', text },
    ].filter((one) => one.text.trim())
  },
}

/** Draws the page, for those who manage the group or write to its guests: not for those who only assign in it. */
export const MessagesPage = () => (
  <GroupFrame title="Messages" mayOpen={isWriters} withEvent draft={draft}>
    {(page) => <OpenMessages page={page} />}
  </GroupFrame>
)
