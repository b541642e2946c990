// Changes a group: the 'Update Group' form, live underneath, and its deletion.
import { useRef } from 'react'
import { useLocation, useParams } from 'wouter'
import { AccessRequiredPage } from '#client/access/access-required-page.tsx'
import { useManagedEvent } from '#client/assign/use-assigning.ts'
import { FailedHead, GroupFailure } from '#client/group/group-states.tsx'
import { backTo } from '#client/group/several/board-path.ts'
import { useGroupPage } from '#client/group/use-group-page.ts'
import { CallFailed } from '#client/lib/call.ts'
import type { Typed } from '#client/lib/conflict/conflict.ts'
import { ConflictDialog } from '#client/lib/conflict/conflict-dialog.tsx'
import { KeptNotice } from '#client/lib/conflict/kept-notice.tsx'
import { LostEdits } from '#client/lib/conflict/lost-edits.tsx'
import { type Canceled, CanceledState, canceledOf } from '#client/lib/event/canceled.tsx'
import { useFormDoing } from '#client/presence/doing.ts'
import { PeopleHere } from '#client/presence/people-here.tsx'
import { useForgetPresence } from '#client/presence/store.ts'
import { useGroups } from '#client/records/groups.ts'
import { Link } from '#client/ui/actions/link.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { FormSkeleton } from '#client/ui/layout/form-skeleton.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import { toastUndoable } from '#client/undo/undo-toast.tsx'
import { fallbackLimits, type TierLimits } from '#protocol/kernel/limits.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { DeleteGroup } from './delete-group.tsx'
import { GroupForm } from './group-form.tsx'
import { useGroupEditing } from './use-group-editing.ts'

/** R107: said while one types, as soon as it is known. */
const OvertakenNotice = () => (
  <Notice tone="info" live title="Someone else changed this in the meantime.">
    Nothing you typed is lost. When you save, you are asked only about what both of you changed.
  </Notice>
)

interface EditGroupProps {
  /** As it was last seen. */
  group: GroupView
  limits: TierLimits | undefined
  /** The right to it is over, or it was deleted. */
  isEnded: boolean
  canceled: Canceled | undefined
}

function EditGroup({ group, limits, isEnded, canceled }: EditGroupProps) {
  const [, navigate] = useLocation()
  const href = `/group/${group._id}`
  const event = useManagedEvent(group.eventId)
  useFormDoing(group._id, 'group')
  useForgetPresence()
  const editing = useGroupEditing(group, (act) => {
    toastUndoable('Group updated', [act])
    navigate(href)
  })
  const { conflict } = editing
  if (isEnded || editing.isLost) {
    if (editing.typed.length > 0) return <LostGroup typed={editing.typed} canceled={canceled} />
    return canceled ? (
      <Page>
        <CanceledState canceled={canceled} />
      </Page>
    ) : (
      <AccessRequiredPage />
    )
  }
  return (
    <Page>
      <title>{`Update Group · ${group.name} · Rolecall`}</title>
      <PageHeader
        title="Update Group"
        lead={
          <>
            Confirmation, reminders and questions are on the <Link href={`${href}?tab=settings`}>Settings tab</Link>.
          </>
        }
        back={backTo(href)}
      />
      <PeopleHere groupId={group._id} roles={group.roles} />
      <GroupForm
        groupId={group._id}
        edits={editing.edits}
        onChange={editing.setEdits}
        refused={editing.refused}
        limits={{
          maxRoles: limits?.maxRolesPerEventGroup ?? fallbackLimits.rolesOnGroupPage,
          maxPerRole: limits?.maxParticipantsPerRole ?? fallbackLimits.participantsInput,
        }}
        heldByRole={Object.fromEntries(group.roleCoverage.map(({ _id, count }) => [_id, count]))}
        ownerOrgId={event?.ownerOrgId}
        event={event && (event.groupIds.length > 1 || group.start || group.location) ? event : undefined}
        hasAttending={limits?.tier === 'enterprise'}
        submitLabel="Update Group"
        busyLabel="Saving..."
        isBusy={editing.isBusy}
        cancelHref={href}
        onSubmit={editing.save}
      >
        {editing.isKept && <KeptNotice />}
        {editing.isOvertaken && <OvertakenNotice />}
      </GroupForm>
      {editing.despite}
      {conflict && (
        <ConflictDialog
          key={conflict.current.settingsRev}
          conflicts={conflict.found.conflicts}
          by={conflict.by}
          busy={editing.isBusy}
          onChoose={editing.choose}
          onClose={editing.leaveConflict}
        />
      )}
      <DeleteGroup group={group} />
    </Page>
  )
}

const LostGroup = ({ typed, canceled }: { typed: readonly Typed[]; canceled: Canceled | undefined }) => (
  <Page>
    <title>Update Group · Rolecall</title>
    <PageHeader title="Update Group" />
    <LostEdits what="group" typed={typed} canceled={canceled} />
  </Page>
)

/** Asking again would bring the same answer. */
const isFinal = (error: unknown) => error instanceof CallFailed && [400, 403, 404, 410].includes(error.status)

/** Once the form is there it stays, whatever becomes of the group: what was typed is in it. */
export function GroupEditPage() {
  const { groupId } = useParams<{ groupId?: string }>()
  const state = useGroupPage(groupId)
  const group = useGroups((held) => (groupId ? held.byId[groupId] : undefined))
  const limits = useGroups((held) => (groupId ? held.limitsById[groupId] : undefined))
  const last = useRef<GroupView | null>(null)
  const mayEdit = state.is === 'ready' && state.page.canManage
  if (group && mayEdit) last.current = group
  if (last.current && last.current._id === groupId) {
    const isEnded = state.is === 'ended' || (state.is === 'ready' && !mayEdit) || (state.is === 'failed' && isFinal(state.error))
    return (
      <EditGroup
        key={groupId}
        group={last.current}
        limits={limits}
        isEnded={isEnded}
        canceled={canceledOf(state.is === 'failed' && state.error)}
      />
    )
  }
  if (state.is === 'loading') return <FormSkeleton label="Loading the group..." />
  if (state.is === 'failed')
    return (
      <Page>
        <FailedHead title="Update Group" />
        <GroupFailure groupId={groupId} error={state.error} onRetry={state.retry} />
      </Page>
    )
  return <AccessRequiredPage />
}
