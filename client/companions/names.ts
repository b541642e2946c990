// Who comes along with a guest, as organizers read them (R174): by name, and as people of their own.
import { companionName } from '#protocol/seats/companions/companion.ts'
import type { RsvpRow } from '#protocol/seats/group.ts'

export const companionsOf = ({ companions = [], name }: Pick<RsvpRow, 'companions' | 'name'>) =>
  companions.map((one, nth) => ({ ...one, name: companionName(one, name, nth + 1) }))

/** “Mia (Host)”: what they come as, where that is something else than the guest does. */
export const companionTexts = (row: Pick<RsvpRow, 'companions' | 'name'>) =>
  companionsOf(row).map(({ name, roles }) => (roles ? `${name} (${roles.join(', ') || 'no role'})` : name))

/** The guest, and each companion as a row with a name and roles alone. */
export const peopleOf = (row: RsvpRow): RsvpRow[] => [
  row,
  ...companionsOf(row).map(({ _id, name, roles = row.roles }) => ({
    ...row,
    _id: `${row._id}-${_id}`,
    name,
    roles,
    email: '',
    note: undefined,
    answers: undefined,
    companions: undefined,
  })),
]
