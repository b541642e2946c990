// Invites people by email (/group/:groupId/invite): who, what would become of each, and off they go (R97).
import { useEffect } from 'react'
import { useParams } from 'wouter'
import { AccessRequiredPage } from '#client/access/access-required-page.tsx'
import { useManagedEvent } from '#client/assign/use-assigning.ts'
import { AddPeople } from '#client/invitation/add-people.tsx'
import { draftOf } from '#client/invitation/draft.ts'
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
import type { GroupView } from '#protocol/seats/group.ts'
import { FailedHead, GroupFailure } from './group-states.tsx'
import { type Draft, isWriters, useLostDraft } from './lost-draft.tsx'
import { backTo, useBoardPath } from './several/board-path.ts'
import { OtherGroups, stillThere, useOtherGroups } from './several/other-groups.tsx'
import { StepGroups } from './several/step-groups.tsx'
import { useGroupPage } from './use-group-page.ts'

/** Why nobody can be invited any more. */
const closedSentences: Readonly<Record<string, string>> = {
  over: 'This event has ended, so no one else can be invited.',
  unpublished: 'This event is not published yet. To publish it, open the link we emailed you.',
  cancelled: 'This event was canceled',
}

function Invite({ group }: { group: GroupView }) {
  const event = useTimely(useManagedEvent(group.eventId))
  const list = useInviteList(group._id)
  const others = useOtherGroups(group)
  const href = useBoardPath(group)
  const isOwnPage = href.startsWith('/group/')
  const occasion = !event ? group.name : isOwnPage ? `${event.name}: ${group.name}` : event.name
  const alsoTo = stillThere(others, list.alsoTo)
  const invitedTo = event && alsoTo.length > 0 ? event.name : occasion
  const closed = closedSentences[event?.status ?? '']
  useEffect(() => {
    // Without it the page does not say how many are left, and the server counts all the same.
    void openInvitations(group._id).catch(() => undefined)
  }, [group._id])
  return (
    <Page>
      <title>{`Invite people · ${occasion} · Rolecall`}</title>
      {group.eventId && <StepGroups eventId={group.eventId} groupId={group._id} page="invite" />}
      <PageHeader
        title="Invite people"
        lead={`Everyone you add gets an email about “${invitedTo}” with a link of their own to answer, without an account.`}
        back={backTo(href)}
      />
      {closed ? (
        <Notice tone="warn">{closed}</Notice>
      ) : (
        <>
          <OtherGroups others={others} chosen={alsoTo} disabled={list.isBusy} onChoose={(ids) => list.inviteTo(ids)} />
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

/** Who was invited already isn't lost. */
const draft: Draft = {
  title: 'Invite people',
  what: 'list',
  typedOf(groupId) {
    const { rows, message } = draftOf(groupId)
    const people = rows.filter(({ isSent }) => !isSent).map(({ name, email }) => (name ? `${name} <${email}>` : email))
    return [
      { label: 'People', text: people.join('\n') },
      { label: 'Message', text: message },
    ].filter((one) => one.text.trim())
  },
}

export function InvitePage() {
  const { groupId } = useParams<{ groupId?: string }>()
  const state = useGroupPage(groupId, { withEvent: true })
  const group = useGroups((held) => (groupId ? held.byId[groupId] : undefined))
  const lost = useLostDraft(groupId, state, draft)
  if (lost) return lost
  if (state.is === 'loading') return <FormSkeleton label="Loading the group..." />
  if (state.is === 'failed')
    return (
      <Page>
        <FailedHead title="Invite people" />
        <GroupFailure groupId={groupId} error={state.error} onRetry={state.retry} />
      </Page>
    )
  if (state.is === 'ended' || !isWriters(state.page) || !group) return <AccessRequiredPage />
  return <Invite group={group} />
}
