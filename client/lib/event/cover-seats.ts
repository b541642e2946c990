// R85: the seats of all roles, as the cover draws them.
import { type CoverSeats, fitSections } from '#client/ui/seats/cover.tsx'
import type { RoleCoverage } from '#protocol/seats/group.ts'

/** Adds up the roles; `mine` of the taken seats are the viewer's own. */
export const coverSeats = (roles: readonly Pick<RoleCoverage, 'total' | 'count'>[], mine = 0): CoverSeats => ({
  seats: roles.reduce((sum, role) => sum + role.total, 0),
  taken: roles.reduce((sum, role) => sum + Math.min(role.count, role.total), 0),
  mine,
})

/** Role by role (R124): the seats of `mine` are marked as the viewer's own; those of `held` are counted as taken already. */
export const coverSections = (roles: readonly RoleCoverage[], mine: readonly string[], held: readonly string[] = mine) =>
  fitSections(
    roles.map(({ _id, total, count }) => {
      const others = Math.min(count, total) - (held.includes(_id) ? 1 : 0)
      const own = mine.includes(_id) && others < total ? 1 : 0
      return { _id, seats: total, taken: Math.max(0, others) + own, mine: own }
    }),
  )
