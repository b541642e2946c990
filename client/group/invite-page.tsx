// Invites people by email (/group/:groupId/invite): who, what would become of each, and off they go (R97).
import { useEffect } from 'react'
import { useParams } from 'wouter'
import { AccessRequiredPage } from '#client/access/access-required-page.tsx'
import { useManagedEvent } from '#client/assign/use-assigning.ts'
import { AddPeople } from '#client/invitation/add-people.tsx'
import { InviteList } from '#client/invitation/invite-list.tsx'
import { MessagePart } from '#client/invitation/message-part.tsx'
import { SendPart } from '#client/invitation/send-part.tsx'
import { openInvitations } from '#client/invitation/store.ts'
import { useInviteList } from '#client/invitation/use-invite-list.ts'
import { useTimely } from '#client/lib/event/event-status.tsx'
import { useGroups } from '#client/records/groups.ts'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { FormSkeleton } from '#client/ui/layout/form-skeleton.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import type { GroupView } from '#protocol/group.ts'
import { FailedHead, GroupFailure } from './group-states.tsx'
import { useGroupPage } from './use-group-page.ts'

/** Why nobody can be invited any more. */
const closedSentences: Readonly<Record<string, string>> = {
  over: 'This event has ended, so nobody can be invited any more.',
  unpublished: 'This event is not published yet. Its organizer still has to open the link we emailed.',
  cancelled: 'This event was canceled',
}

function Invite({ group }: { group: GroupView }) {
  const event = useTimely(useManagedEvent(group.eventId))
  const list = useInviteList(group._id)
  const href = group.eventId ? `/event/${group.eventId}` : `/group/${group._id}`
  const closed = closedSentences[event?.status ?? '']
  useEffect(() => {
    // Without it the page does not say how many are left, and the server counts all the same.
    void openInvitations(group._id).catch(() => undefined)
  }, [group._id])
  return (
    <Page>
      <title>{`Invite people · ${event?.name ?? group.name} · Rolecall`}</title>
      <PageHeader
        title="Invite people"
        lead={`Everyone you add gets an email about “${event?.name ?? group.name}” with a link of their own to answer, without an account.`}
        back={{ href, label: group.eventId ? 'Back to the event' : 'Back to the group' }}
      />
      {closed ? (
        <Notice tone="warn">{closed}</Notice>
      ) : (
        <>
          <Section title="Who">
            <AddPeople group={group} disabled={list.isBusy} onAdd={list.add} />
          </Section>
          <InviteList list={list} />
          {list.rows.length > 0 && (
            <>
              <MessagePart group={group} list={list} isSelfSelect={event?.enableRoleSelfSelect ?? true} />
              <SendPart group={group} list={list} href={`${href}?tab=answers`} />
            </>
          )}
        </>
      )}
    </Page>
  )
}

export function InvitePage() {
  const { groupId } = useParams<{ groupId?: string }>()
  const state = useGroupPage(groupId)
  const group = useGroups((held) => (groupId ? held.byId[groupId] : undefined))
  if (state.is === 'loading') return <FormSkeleton label="Loading the group..." />
  if (state.is === 'failed')
    return (
      <Page>
        <FailedHead title="Invite people" />
        <GroupFailure groupId={groupId} error={state.error} onRetry={state.retry} />
      </Page>
    )
  if (state.is === 'ended' || !state.page.canManage || !group) return <AccessRequiredPage />
  return <Invite group={group} />
}
