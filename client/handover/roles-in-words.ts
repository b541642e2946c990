// Roles as part of a sentence.

/** One role is one seat. */
export const seatWord = (roles: readonly string[]) => (roles.length > 1 ? 'seats' : 'seat')

/** "Speaker", "Speaker and Host", "Speaker, Host and Cook". */
export const rolesInWords = (roles: readonly string[]): string =>
  roles.length < 2 ? roles.join('') : `${roles.slice(0, -1).join(', ')} and ${roles.at(-1)}`
