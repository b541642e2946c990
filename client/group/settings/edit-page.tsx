// Changes a group: the 'Update Group' form, live underneath, and its deletion.
import { useLocation, useParams } from 'wouter'
import { AccessRequiredPage } from '#client/access/access-required-page.tsx'
import { toastUndoable } from '#client/activity/undo-toast.tsx'
import { useManagedEvent } from '#client/assign/use-assigning.ts'
import { FailedHead, GroupFailure } from '#client/group/group-states.tsx'
import { useGroupPage } from '#client/group/use-group-page.ts'
import { MergedNotice, StaleNotice } from '#client/lib/stale-notice.tsx'
import { useGroups } from '#client/records/groups.ts'
import { FormSkeleton } from '#client/ui/layout/form-skeleton.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import type { GroupView } from '#protocol/group.ts'
import { fallbackLimits, type TierLimits } from '#protocol/limits.ts'
import { DeleteGroup } from './delete-group.tsx'
import { GroupForm } from './group-form.tsx'
import { useGroupEditing } from './use-group-editing.ts'

function EditGroup({ group, limits }: { group: GroupView; limits: TierLimits | undefined }) {
  const [, navigate] = useLocation()
  const href = `/group/${group._id}`
  const event = useManagedEvent(group.eventId)
  const editing = useGroupEditing(group, (act) => {
    toastUndoable('Group updated', [act])
    navigate(href)
  })
  return (
    <Page>
      <title>{`Update Group · ${group.name} · Rolecall`}</title>
      <PageHeader title="Update Group" back={{ href, label: 'Back to the group' }} />
      <GroupForm
        edits={editing.edits}
        onChange={editing.setEdits}
        refused={editing.refused}
        limits={{
          maxRoles: limits?.maxRolesPerEventGroup ?? fallbackLimits.rolesOnGroupPage,
          maxPerRole: limits?.maxParticipantsPerRole ?? fallbackLimits.participantsInput,
        }}
        heldByRole={Object.fromEntries(group.roleCoverage.map(({ _id, count }) => [_id, count]))}
        ownerOrgId={event?.ownerOrgId}
        hasAttending={limits?.tier === 'enterprise'}
        submitLabel="Update Group"
        busyLabel="Saving..."
        isBusy={editing.isBusy}
        cancelHref={href}
        onSubmit={editing.save}
      >
        {editing.isStale && !editing.isBusy && <StaleNotice busy={false} onLoad={editing.loadPresent} />}
        {!editing.isStale && editing.clashes && <MergedNotice clashes={editing.clashes} />}
      </GroupForm>
      <DeleteGroup group={group} />
    </Page>
  )
}

export function GroupEditPage() {
  const { groupId } = useParams<{ groupId?: string }>()
  const state = useGroupPage(groupId)
  const group = useGroups((held) => (groupId ? held.byId[groupId] : undefined))
  const limits = useGroups((held) => (groupId ? held.limitsById[groupId] : undefined))
  if (state.is === 'loading') return <FormSkeleton label="Loading the group..." />
  if (state.is === 'failed')
    return (
      <Page>
        <FailedHead title="Update Group" />
        <GroupFailure groupId={groupId} error={state.error} onRetry={state.retry} />
      </Page>
    )
  if (state.is === 'ended' || !state.page.canManage || !group) return <AccessRequiredPage />
  return <EditGroup group={group} limits={limits} />
}
