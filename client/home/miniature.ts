// The landing page's miniature: three roles whose seats fill by themselves while a visitor may take one. No server, no chance.

export interface MiniRole {
  name: string
  total: number
  taken: number
}

export interface Miniature {
  roles: readonly MiniRole[]
  /** The role of the visitor's seat; it is among the taken ones. */
  mine: string | null
  /** Who sat down last, and as what. */
  last: { who: string; role: string } | null
  /** Guests who have come so far. */
  arrivals: number
  /** Moments that all has been full. */
  fullFor: number
}

const guests = ['Amara', 'Jonas', 'Mei', 'Tomás', 'Priya', 'Ola', 'Yusuf', 'Lena', 'Kofi', 'Sofia', 'Ravi', 'Noor', 'Emil', 'Hana', 'Luca']
/** What they come as, over and over; whoever finds a role full takes the next. */
const wishes = ['Guest', 'Speaker', 'Guest', 'Guest', 'Host', 'Guest', 'Speaker', 'Guest']
/** Moments the full house stays before the doors open again. */
const stayMoments = 4

export const opening: Miniature = {
  roles: [
    { name: 'Speaker', total: 4, taken: 1 },
    { name: 'Host', total: 2, taken: 0 },
    { name: 'Guest', total: 12, taken: 5 },
  ],
  mine: null,
  last: null,
  arrivals: 0,
  fullFor: 0,
}

export const seatsLeft = ({ total, taken }: MiniRole) => total - taken
export const isHouseFull = ({ roles }: Miniature) => roles.every((role) => seatsLeft(role) === 0)

const move = (roles: readonly MiniRole[], name: string | null, by: 1 | -1) =>
  roles.map((role) => (role.name === name ? { ...role, taken: role.taken + by } : role))

/** A moment passes: the next guest sits down, or the full house empties after a while. */
export function pass(now: Miniature): Miniature {
  if (isHouseFull(now)) return now.fullFor < stayMoments ? { ...now, fullFor: now.fullFor + 1 } : opening
  const open = now.roles.filter((role) => seatsLeft(role) > 0).map((role) => role.name)
  const wish = wishes[now.arrivals % wishes.length] ?? ''
  const role = open.includes(wish) ? wish : (open[0] ?? '')
  const who = guests[now.arrivals % guests.length] ?? ''
  return { ...now, roles: move(now.roles, role, 1), last: { who, role }, arrivals: now.arrivals + 1 }
}

/** The visitor takes a seat, moves to another role, or gives the seat back. A full role stays full. */
export function choose(now: Miniature, name: string): Miniature {
  const without = move(now.roles, now.mine, -1)
  if (name === now.mine) return { ...now, roles: without, mine: null }
  const role = without.find((one) => one.name === name)
  if (!role || seatsLeft(role) === 0) return now
  return { ...now, roles: move(without, name, 1), mine: name, last: { who: 'You', role: name } }
}
