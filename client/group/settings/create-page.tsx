// Creates a group that stands alone; its page then says that it is there.
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { createGroup } from '#client/group/actions.ts'
import { newKey } from '#client/lib/new-key.ts'
import { TierSettingsFailure } from '#client/role/tier-settings-failure.tsx'
import { useTierLimits } from '#client/role/use-tier-limits.ts'
import { FormSkeleton } from '#client/ui/layout/form-skeleton.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import { fallbackLimits, type TierLimits } from '#protocol/kernel/limits.ts'
import { GroupForm } from './group-form.tsx'
import type { GroupEdits } from './group-merge.ts'
import { nothingRefused, refusedOf } from './group-refused.ts'
import { newGroupFields } from './group-values.ts'

function NewGroup({ limits, isAssumed }: { limits: TierLimits; isAssumed: boolean }) {
  const [, navigate] = useLocation()
  const [edits, setEdits] = useState<GroupEdits>(() => ({ fields: newGroupFields(), roles: [] }))
  const [refused, setRefused] = useState(nothingRefused)
  const [isBusy, setBusy] = useState(false)
  /** R56: one key as long as the form says the same. */
  const key = useRef(newKey())
  const change = (next: GroupEdits) => {
    key.current = newKey()
    setEdits(next)
  }
  const create = async () => {
    setBusy(true)
    setRefused(nothingRefused)
    try {
      // Only one of several groups of an event has times and a place of its own (R141).
      const { attendingOrgIds, start: _start, end: _end, location: _place, allowOverlap: _overlap, ...rest } = edits.fields
      const { opensAt: _opens, closesAt: _closes, ...fields } = rest
      const attending = attendingOrgIds.length > 0 ? { attendingOrgIds } : {}
      const groupId = await createGroup({ ...fields, ...attending, roles: edits.roles }, key.current)
      navigate(`/group/${groupId}`, { state: { justCreated: true } })
    } catch (error) {
      setRefused(refusedOf(error, 'Failed to create group'))
      setBusy(false)
    }
  }
  return (
    <GroupForm
      edits={edits}
      onChange={change}
      refused={refused}
      limits={{
        maxRoles: isAssumed ? fallbackLimits.rolesOnGroupPage : limits.maxRolesPerEventGroup,
        maxPerRole: limits.maxParticipantsPerRole,
      }}
      nameFallback="My Group"
      hasAttending={limits.tier === 'enterprise'}
      submitLabel="Create Group"
      busyLabel="Creating..."
      isBusy={isBusy}
      cancelHref="/dashboard"
      onSubmit={create}
    />
  )
}

export function GroupCreatePage() {
  const { state, retry } = useTierLimits()
  if (state.is === 'loading') return <FormSkeleton label="Loading..." />
  if (state.is === 'unreadable') return <TierSettingsFailure onRetry={retry} />
  return (
    <Page>
      <title>New group · Rolecall</title>
      <PageHeader
        title="New group"
        lead="Add roles with seats, share one link, and see answers as they come in."
        back={{ href: '/dashboard', label: 'Dashboard' }}
      />
      <NewGroup limits={state.limits} isAssumed={state.isAssumed} />
    </Page>
  )
}
