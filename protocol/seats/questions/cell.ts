// Several names in one cell of a table, of roles or of options: parted by commas, and read again whatever they are called (R233a).

const parts = /[,;|\n]/
/** Between commas, in quotation marks where it would be parted itself. */
export const inCell = (names: readonly string[]): string =>
  names.map((name) => (parts.test(name) || name.includes('"') ? `"${name.replaceAll('"', '""')}"` : name)).join(', ')

const quoted = /^\s*("(?:[^"]|"")*")\s*(?:[,;|\n]|$)/
/** A known name holds at most three of the marks that part names. */
const maxPieces = 4

/** The names in a cell, whoever wrote it: parted by commas, semicolons, bars or lines, but not within quotation marks or a name that is known. Gives what `find` knows, else the name. */
export function namesIn<T>(cell: string, find: (name: string) => T | undefined): (T | string)[] {
  const names: (T | string)[] = []
  let rest = cell
  while (rest.trim() !== '') {
    const [all = '', mark = ''] = quoted.exec(rest) ?? []
    if (mark) {
      const name = mark.slice(1, -1).replaceAll('""', '"').trim()
      const known = find(name) ?? find(mark)
      if (known !== undefined || name) names.push(known ?? name)
      rest = rest.slice(all.length)
      continue
    }
    const ends = [...rest.matchAll(/[,;|\n]|$/g)].slice(0, maxPieces).map(({ index }) => index)
    const [end = rest.length] = [ends.findLast((at) => find(rest.slice(0, at)) !== undefined) ?? ends[0]]
    const name = rest.slice(0, end).trim()
    if (name) names.push(find(name) ?? name)
    rest = rest.slice(end + 1)
  }
  return names
}
