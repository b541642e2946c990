// Messages to the guests of a group (/group/:groupId/messages): write one, and see what was sent (R101).
import { useManagedEvent } from '#client/assign/use-assigning.ts'
import { GroupFrame, isManagers } from '#client/group/group-frame.tsx'
import { useFormView } from '#client/group/use-group-page.ts'
import { useTimely } from '#client/lib/event/event-status.tsx'
import { useGroups } from '#client/records/groups.ts'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import type { GroupPage } from '#protocol/group.ts'
import { ComposeForm } from './compose-form.tsx'
import { MessageHistory } from './message-history.tsx'

/** Why nobody can be written to any more. */
const closedSentences: Readonly<Record<string, string>> = {
  over: 'This event has ended, so nobody can be written to any more.',
  unpublished: 'This event is not published yet. Its organizer still has to open the link we emailed.',
  cancelled: 'This event was canceled',
}

function OpenMessages({ page }: { page: GroupPage }) {
  const id = page.group._id
  const group = useGroups((held) => held.byId[id])
  const form = useFormView(id, page.group.eventId)
  const managed = useManagedEvent(page.group.eventId)
  const event = useTimely(form?.event ?? managed)
  if (!group) return null
  const closed = closedSentences[event?.status ?? '']
  const occasion = event?.name ?? group.name
  return (
    <>
      <title>{`Messages · ${occasion} · Rolecall`}</title>
      <PageHeader
        title="Messages"
        lead={<span className="wrap-anywhere">{occasion}</span>}
        back={{ href: `${group.eventId ? `/event/${group.eventId}` : `/group/${id}`}?tab=answers`, label: 'Back' }}
      />
      {closed ? (
        <Notice tone="warn">{closed}</Notice>
      ) : (
        <Section title="Write to guests" description="Each gets an email of their own, and never sees the others.">
          <ComposeForm group={group} occasion={occasion} />
        </Section>
      )}
      <Section title="Sent" divided>
        <MessageHistory groupId={id} />
      </Section>
    </>
  )
}

/** Draws the page, for those who manage the group: not for those who only assign in it. */
export const MessagesPage = () => (
  <GroupFrame title="Messages" mayOpen={isManagers}>
    {(page) => <OpenMessages page={page} />}
  </GroupFrame>
)
