// R168: what is limited is a role, not an option. Says so where options are typed, and makes a role of one, or a group with times of its own.
import { useLocation } from 'wouter'
import { addRole } from '#client/group/actions.ts'
import { useAction } from '#client/lib/actions/use-action.ts'
import { isManagedEvent, useEvents } from '#client/records/events.ts'
import { useGroups } from '#client/records/groups.ts'
import { newRole, newRoleProblem } from '#client/role/role-rules.ts'
import { Link } from '#client/ui/actions/link.tsx'
import { toastUndoable } from '#client/undo/undo-toast.tsx'
import { fallbackLimits, planLimits } from '#protocol/kernel/limits.ts'
import type { GroupView } from '#protocol/seats/group.ts'

const useLimits = ({ _id }: GroupView) => useGroups((held) => held.limitsById[_id])

export function NoSeats({ mayGroup }: { mayGroup: boolean }) {
  const [path] = useLocation()
  return (
    <>
      Any number of people can choose an option: it has no limit of seats. Where seats are limited, its button makes a role of it
      {mayGroup && ', or a group with times of its own'}, or you <Link href={path}>add a role</Link>; what you typed here stays. If you
      rename an option, answers to it stay.
    </>
  )
}

/** Leads to a new group that is called as an option; undefined where the plan has one group alone, or the reader may not change the event. */
export function useGroupLink(group: GroupView): ((label: string) => string) | undefined {
  const limits = useLimits(group)
  const event = useEvents((held) => held.byId[group.eventId ?? ''])
  if (!event || !isManagedEvent(event) || !limits || planLimits[limits.tier].groupsPerEvent < 2) return undefined
  return (label) => `/event/${event._id}?group=${encodeURIComponent(label.trim())}`
}

/** Makes a role of what an option says, with one seat to begin with; the option stays until it is taken out. */
export function useOptionRole(group: GroupView) {
  const limits = useLimits(group)
  const maxRoles = limits?.maxRolesPerEventGroup ?? fallbackLimits.rolesOnGroupPage
  const { run, failure } = useAction(async (label: string) => {
    const act = await addRole(group._id, { ...newRole(), name: label })
    toastUndoable(`“${label.trim()}” is a role with 1 seat now. Its limit is set under Roles.`, [act])
  }, 'Failed to add role')
  return {
    make: run,
    failure,
    whyNot: (label: string) => (label.trim() ? newRoleProblem(label, group.roles, maxRoles) : 'Name the option first'),
  }
}
