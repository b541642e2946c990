// Who else may assign roles in one event: given to members by admins, taken back at any time (R39).
import { UserCheck } from 'lucide-react'
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { ActionDialog } from '#client/lib/actions/action-dialog.tsx'
import { useAction } from '#client/lib/actions/use-action.ts'
import { CallFailed, errorText } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/connection.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import type { OrgMember } from '#protocol/people/org.ts'
import type { EventGrant } from '#protocol/seats/assign.ts'
import type { AssignScope } from './actions.ts'
import { MemberSearch } from './member-search.tsx'
import { useMembers } from './members.ts'
import { giveGrant, loadGrants, revokeGrant, useGrants } from './store.ts'

export const grantFailed = 'Failed to grant permission'

interface GrantsPanelProps {
  place: AssignScope
  /** The organization that owns the event: only its members can get the permission. */
  ownerOrgId: string
}

/** Reads the permissions again and again until it worked. */
function useGrantsOf({ eventId, groupId }: AssignScope) {
  const grants = useGrants((held) => held[groupId])
  const [failure, setFailure] = useState<string | null>(null)
  const load = useCallback(() => {
    setFailure(null)
    loadGrants({ eventId, groupId }).catch((error: unknown) => setFailure(errorText(error, 'Failed to load permissions')))
  }, [eventId, groupId])
  useEffect(load, [load])
  useReturn(load)
  return { grants, failure, load }
}

function GiveGrant({ place, ownerOrgId, given }: GrantsPanelProps & { given: readonly EventGrant[] }) {
  const list = useMembers([ownerOrgId])
  const [memberId, setMemberId] = useState<string | null>(null)
  const member = list.members.find((one) => one._id === memberId)
  /** Admins may assign anyway. */
  const fits = ({ role, status, userId }: OrgMember) =>
    role === 'member' && status === 'active' && !given.some((grant) => grant.userId === userId)
  const { run, isBusy, failure } = useAction(async (userId: string) => {
    await giveGrant(place, userId)
    setMemberId(null)
    toast.success('Permission granted')
  }, grantFailed)
  const give = (event: FormEvent) => {
    event.preventDefault()
    if (member) void run(member.userId)
  }
  return (
    <form onSubmit={give} noValidate className="flex flex-col gap-3">
      <MemberSearch label="Let a member assign roles" list={list} value={memberId} onValue={setMemberId} error={failure} fits={fits} />
      <Button type="submit" disabled={!member} busy={isBusy} busyLabel="Granting..." icon={<UserCheck aria-hidden="true" />}>
        Grant permission
      </Button>
    </form>
  )
}

const Row = ({ grant: { user }, onRevoke }: { grant: EventGrant; onRevoke: () => void }) => (
  <li className="flex items-center gap-3">
    <Avatar name={user.name || user.email} size="sm" />
    <span className="min-w-0 flex-1">
      <span className="block truncate font-medium">{user.name || user.email}</span>
      <span className="block truncate text-13 text-muted">{user.email}</span>
    </span>
    <Button size="sm" variant="ghost" className="hit" aria-label={`Revoke the permission of ${user.name || user.email}`} onClick={onRevoke}>
      Revoke
    </Button>
  </li>
)

export function GrantsPanel({ place, ownerOrgId }: GrantsPanelProps) {
  const { grants, failure, load } = useGrantsOf(place)
  const [doomed, setDoomed] = useState<EventGrant | null>(null)
  const revoke = ({ _id }: EventGrant) =>
    revokeGrant(place, _id).catch((error: unknown) => {
      if (error instanceof CallFailed && error.status === 404) load()
      throw error
    })
  return (
    <Section title="Who may assign" description="Admins and chosen members.">
      <Card className="flex flex-col gap-5">
        {failure && (
          <Notice tone="danger" live action={<Button onClick={load}>Try again</Button>}>
            {failure}
          </Notice>
        )}
        {!grants && !failure && (
          <Loading label="Loading permissions...">
            <Skeleton className="h-9" />
          </Loading>
        )}
        {grants?.length === 0 && <Text tone="muted">Only admins so far.</Text>}
        {grants && grants.length > 0 && (
          <ul aria-label="Members who may assign roles" className="flex flex-col gap-3">
            {grants.map((grant) => (
              <Row key={grant._id} grant={grant} onRevoke={() => setDoomed(grant)} />
            ))}
          </ul>
        )}
        <GiveGrant place={place} ownerOrgId={ownerOrgId} given={grants ?? []} />
      </Card>
      <ActionDialog
        about={doomed}
        onClose={() => setDoomed(null)}
        work={revoke}
        failed="Failed to revoke permission"
        title="Revoke this permission?"
        confirmLabel="Revoke"
        busyLabel="Revoking..."
      >
        {doomed && `${doomed.user.name || doomed.user.email} can no longer assign roles in this event.`}
      </ActionDialog>
    </Section>
  )
}
