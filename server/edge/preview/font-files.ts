// Which font files pictures are drawn with, in the order in which they are asked for a character. The build lays them beside the server.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Weight = 600 | 700

export interface FontFile {
  /** In node_modules/@fontsource, or in dist/fonts under its last name. */
  readonly from: string
  readonly family: string
  /** Inter is drawn in two weights, the others in one. */
  readonly weight: Weight | 'any'
  /** What the file is for, e.g. "U+4E00-4E0A,U+4E10"; none: whatever it has. */
  readonly ranges: string
}

const packages = join(import.meta.dirname, '../../../node_modules/@fontsource')
const built = join(import.meta.dirname, '../fonts')

const inter = (subset: string): FontFile[] =>
  ([600, 700] as const).map((weight) => ({
    from: `inter/files/inter-${subset}-${weight}-normal.woff`,
    family: 'inter',
    weight,
    ranges: '',
  }))
const whole = (family: string, subset: string, weight = 700): FontFile => ({
  from: `${family}/files/${family}-${subset}-${weight}-normal.woff`,
  family,
  weight: 'any',
  ranges: '',
})

/** The scripts of East Asia come in a hundred files each, so that a title reads a few of them. */
function sliced(family: string): FontFile[] {
  const subsets = JSON.parse(readFileSync(join(packages, family, 'unicode.json'), 'utf8')) as Readonly<Record<string, string>>
  return Object.entries(subsets).flatMap(([subset, ranges]) => {
    const nth = /^\[(\d+)\]$/.exec(subset)?.[1]
    return nth ? [{ ...whole(family, nth), ranges }] : []
  })
}

/** The list as the packages have it. */
export const fontFilesOfPackages = (): FontFile[] => [
  ...['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext'].flatMap(inter),
  whole('noto-sans-arabic', 'arabic'),
  whole('noto-sans-hebrew', 'hebrew'),
  whole('noto-sans-devanagari', 'devanagari'),
  whole('noto-sans-thai', 'thai'),
  whole('noto-emoji', 'emoji'),
  ...['noto-sans-jp', 'noto-sans-sc', 'noto-sans-tc', 'noto-sans-kr'].flatMap(sliced),
  whole('noto-sans-symbols-2', 'symbols', 400),
  whole('noto-sans-math', 'latin', 400),
]

const lastName = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const listName = 'list.json'

/** What the build lays in dist/fonts: each file by its name, and the list. */
export const fontsToBuild = (): ReadonlyMap<string, Buffer | string> =>
  new Map<string, Buffer | string>([
    [listName, JSON.stringify(fontFilesOfPackages())],
    ...fontFilesOfPackages().map(({ from }) => [lastName(from), readFileSync(join(packages, from))] as const),
  ])

const isBuilt = existsSync(join(built, listName))
export const fontFiles: readonly FontFile[] = isBuilt
  ? (JSON.parse(readFileSync(join(built, listName), 'utf8')) as FontFile[])
  : fontFilesOfPackages()
export const readFontFile = ({ from }: FontFile) => readFileSync(isBuilt ? join(built, lastName(from)) : join(packages, from))
