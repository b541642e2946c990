// Keeps the answers in step with what changes them without a message of their own.
import { useEffect, useRef } from 'react'
import { refreshGroup } from '#client/group/actions.ts'
import type { GroupView, RoleView } from '#protocol/seats/group.ts'

/** A row names its roles and says whether it is confirmed; a role renamed or deleted (R8), or a moved event (R54), changes both. */
export function useRowsInStep({ _id, roles }: GroupView, start: string | undefined) {
  const before = useRef<{ roles: readonly RoleView[]; start: string | undefined }>({ roles, start })
  useEffect(() => {
    const was = before.current
    before.current = { roles, start: start ?? was.start }
    const nameById = new Map(roles.map((role) => [role._id, role.name]))
    const isRoleOther = was.roles.some((role) => nameById.get(role._id) !== role.name)
    const isMoved = was.start !== undefined && start !== undefined && was.start !== start
    // Rows that stay behind for a while do no harm; the next refresh brings them.
    if (isRoleOther || isMoved) void refreshGroup(_id).catch(() => undefined)
  }, [_id, roles, start])
}
