// What stays in sight while one scrolls on a narrow screen: each list of class names by which something sticks or is fixed there.
import { nameOf, parse, within } from './ast.ts'
import type { Source } from './source.ts'

export interface Bar {
  readonly file: string
  readonly classes: readonly string[]
}

/** From these widths on, which a narrow screen hasn't. */
const isWide = (name: string) => /^(sm|md|lg|xl):/.test(name)
/** What sticks at a side only covers no height. */
const isAcross = (names: readonly string[]) => names.some((name) => /(^|:)fixed$/.test(name) || /(^|:)(top|bottom)-/.test(name))

/** Not those of a dialog, which is looked at by itself, nor of the gallery. */
export function barsIn({ file, text }: Pick<Source, 'file' | 'text'>): Bar[] {
  if (!/^client\/.*\.tsx$/.test(file) || file === 'client/ui/actions/dialog-window.tsx' || file.startsWith('client/dev/')) return []
  return within(parse(file, text)).flatMap((node) => {
    const classes = node.type === 'Literal' ? nameOf(node).split(/\s+/) : []
    const sticks = classes.filter((name) => /(^|:)(sticky|fixed)$/.test(name) && !isWide(name))
    return sticks.length > 0 && isAcross(classes.filter((name) => !isWide(name))) ? [{ file, classes }] : []
  })
}
