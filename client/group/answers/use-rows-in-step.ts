// Keeps the answers in step with what changes them without a message of their own.
import { useEffect, useRef } from 'react'
import { refreshGroup } from '#client/group/actions.ts'
import { useEvents } from '#client/records/events.ts'
import type { GroupView, RoleView } from '#protocol/seats/group.ts'

interface Seen {
  readonly roles: readonly RoleView[]
  readonly start: string | undefined
  /** Which state of the event's groups was told of last. */
  readonly groupsRev: number | undefined
}

/**
 * A row names its roles and says whether it is confirmed; a role renamed or deleted (R8), or a moved event (R54), changes both. It also names the groups in
 * which its person has a seat at the same time: these change when the event or another of its groups does (R147b).
 */
export function useRowsInStep({ _id, eventId, roles }: GroupView, start: string | undefined) {
  const groupsRev = useEvents(({ boards }) => boards[eventId ?? '']?.rev)
  const before = useRef<Seen>({ roles, start, groupsRev })
  useEffect(() => {
    const was = before.current
    before.current = { roles, start: start ?? was.start, groupsRev }
    const nameById = new Map(roles.map((role) => [role._id, role.name]))
    const isRoleOther = was.roles.some((role) => nameById.get(role._id) !== role.name)
    const isMoved = was.start !== undefined && start !== undefined && was.start !== start
    // Rows that stay behind for a while do no harm; the next refresh brings them.
    if (isRoleOther || isMoved || was.groupsRev !== groupsRev) void refreshGroup(_id).catch(() => undefined)
  }, [_id, roles, start, groupsRev])
}
