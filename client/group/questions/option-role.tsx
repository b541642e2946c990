// R168: what is limited is a role, not an option. Says so where options are typed, and makes a role of one.
import { useLocation } from 'wouter'
import { addRole } from '#client/group/actions.ts'
import { useAction } from '#client/lib/actions/use-action.ts'
import { useGroups } from '#client/records/groups.ts'
import { newRole, newRoleProblem } from '#client/role/role-rules.ts'
import { Link } from '#client/ui/actions/link.tsx'
import { toastUndoable } from '#client/undo/undo-toast.tsx'
import { fallbackLimits, planLimits } from '#protocol/kernel/limits.ts'
import type { GroupView } from '#protocol/seats/group.ts'

const useLimits = ({ _id }: GroupView) => useGroups((held) => held.limitsById[_id])

export function NoSeats({ group }: { group: GroupView }) {
  const [path] = useLocation()
  const tier = useLimits(group)?.tier
  const maySeveral = group.eventId !== null && tier !== undefined && planLimits[tier].groupsPerEvent > 1
  return (
    <>
      Any number of people can choose an option: it has no limit of seats. Where seats are limited, make a role of it by its button or{' '}
      <Link href={path}>add a role</Link>
      {maySeveral && (
        <>
          , or <Link href={`/event/${group.eventId}`}>add a group</Link> with times of its own
        </>
      )}
      ; what you typed here stays. If you rename an option, answers to it stay.
    </>
  )
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
