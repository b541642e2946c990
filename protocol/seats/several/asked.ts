// R148: how many groups of an event each person is asked to take: what the guest reads, and what organizers see marked. Pure.

interface Asking {
  readonly minGroups: number
  readonly maxGroups: number | null
}
/** Never more than one may have, or there are. */
export const groupsAsked = ({ minGroups, maxGroups }: Asking, count: number): number => Math.min(minGroups, maxGroups ?? count, count)

const groups = (count: number) => (count === 1 ? '1 group' : `${count} groups`)

/** How many to pick, as the end of a sentence. */
export function pickInWords(asking: Asking, count: number): string {
  const fewest = groupsAsked(asking, count)
  if (fewest > 0) return fewest === asking.maxGroups ? `choose seats in ${groups(fewest)}` : `choose seats in ${fewest} or more groups`
  return 'choose seats in one or more groups'
}
