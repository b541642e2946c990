// R85: the seats of all roles together, as the cover draws them.
import type { CoverSeats } from '#client/ui/seats/cover.tsx'
import type { RoleCoverage } from '#protocol/group.ts'

/** Adds up the roles; `mine` of the taken seats are the viewer's own. */
export const coverSeats = (roles: readonly Pick<RoleCoverage, 'total' | 'count'>[], mine = 0): CoverSeats => ({
  seats: roles.reduce((sum, role) => sum + role.total, 0),
  taken: roles.reduce((sum, role) => sum + Math.min(role.count, role.total), 0),
  mine,
})
