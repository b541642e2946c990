// R85: the seats of all roles, as the cover draws them.
import { type CoverSeats, fitSections } from '#client/ui/seats/cover.tsx'
import type { RoleCoverage } from '#protocol/seats/group.ts'

/** Adds up the roles; `mine` of the taken seats are the viewer's own. */
export const coverSeats = (roles: readonly Pick<RoleCoverage, 'total' | 'count'>[], mine = 0): CoverSeats => ({
  seats: roles.reduce((sum, role) => sum + role.total, 0),
  taken: roles.reduce((sum, role) => sum + Math.min(role.count, role.total), 0),
  mine,
})

/** Role by role (R124): a seat in each of `mine` is marked as the viewer's own, and in each of `offered` as held for them; those of `held` are counted as taken already. */
export const coverSections = (
  roles: readonly RoleCoverage[],
  mine: readonly string[],
  held: readonly string[] = mine,
  offered: readonly string[] = [],
) =>
  fitSections(
    roles.map(({ _id, name, total, count }) => {
      const isOffered = !mine.includes(_id) && offered.includes(name)
      const others = Math.min(count, total) - (held.includes(_id) || isOffered ? 1 : 0)
      const own = (mine.includes(_id) || isOffered) && others < total ? 1 : 0
      const look = isOffered ? ('held' as const) : held.includes(_id) ? undefined : ('chosen' as const)
      return { _id, seats: total, taken: Math.max(0, others) + own, mine: own, look }
    }),
  )
