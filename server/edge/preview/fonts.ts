// Which font draws which sign of a text: what none has is reported, since it would be drawn as an empty box without a word.
import { Blob, Face, Font } from 'harfbuzzjs'
import { type FontFile, fontFiles, readFontFile, type Weight } from './font-files.ts'
import type { HanOrder } from './han.ts'
import { unpacked } from './woff.ts'

export interface OpenFont {
  readonly family: string
  readonly font: Font
  readonly unitsPerEm: number
}

const opened = new Map<string, OpenFont>()
/** Each file is read once, while the thread that draws lives. */
function open(file: FontFile): OpenFont {
  const before = opened.get(file.from)
  if (before) return before
  const face = new Face(new Blob(unpacked(readFontFile(file))))
  const made = { family: file.family, font: new Font(face), unitsPerEm: face.upem }
  opened.set(file.from, made)
  return made
}

interface Family {
  readonly files: readonly FontFile[]
  /** Of a family in slices, the one for each sign. */
  readonly slices: ReadonlyMap<number, FontFile>
}

function sliced(files: readonly FontFile[]): ReadonlyMap<number, FontFile> {
  const found = new Map<number, FontFile>()
  for (const file of files)
    for (const range of file.ranges.split(',').filter(Boolean)) {
      const [from = 0, to = from] = range
        .slice('U+'.length)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16))
      for (let code = from; code <= to; code++) found.set(code, file)
    }
  return found
}

const names = [...new Set(fontFiles.map(({ family }) => family))]
const families = new Map<string, Family>()
function familyOf(name: string): Family {
  const before = families.get(name)
  if (before) return before
  const files = fontFiles.filter(({ family }) => family === name)
  const made = { files: files.filter(({ ranges }) => !ranges), slices: sliced(files) }
  families.set(name, made)
  return made
}
const others = names.filter((name) => fontFiles.some(({ family, ranges }) => family === name && !ranges))

/** Signs that are never seen themselves: they join, or choose a form. */
const unseen = /\p{Default_Ignorable_Code_Point}/u

/** Gives the font for one sign as people see it; `liked` are the families of its neighbors, which it takes if they have it. */
export function fontFor(sign: string, weight: Weight, liked: readonly string[], han: HanOrder): OpenFont | undefined {
  const codes = [...sign].filter((one) => !unseen.test(one)).map((one) => one.codePointAt(0) ?? 0)
  const has = (file: FontFile) =>
    (file.weight === 'any' || file.weight === weight) && codes.every((code) => open(file).font.nominalGlyph(code) !== undefined)
  for (const name of new Set([...liked, ...others, ...han])) {
    const { files, slices } = familyOf(name)
    const slice = slices.get(codes[0] ?? 0)
    const file = (slice ? [...files, slice] : files).find(has)
    if (file) return open(file)
  }
  return undefined
}
