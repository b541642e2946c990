// Which fonts a text needs: what no font here has is drawn as an empty box without a word, so each text picks its own.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface FontFile {
  /** In node_modules/@fontsource; the build copies it to dist/fonts under its last name. */
  readonly from: string
  readonly family: string
  readonly weight: 600 | 700
  readonly needed: (text: string) => boolean
}

const has = (pattern: RegExp) => (text: string) => pattern.test(text)
const inter = (subset: string, needed: FontFile['needed']): FontFile[] =>
  ([600, 700] as const).map((weight) => ({
    from: `inter/files/inter-${subset}-${weight}-normal.woff`,
    family: subset === 'latin' ? 'Inter' : `Inter ${subset}`,
    weight,
    needed,
  }))
const noto = (name: string, subset: string, needed: FontFile['needed']): FontFile => ({
  from: `${name}/files/${name}-${subset}-700-normal.woff`,
  family: name,
  weight: 700,
  needed,
})

export const fontFiles: readonly FontFile[] = [
  ...inter('latin', () => true),
  ...inter('latin-ext', has(/[\u0100-\u02ff\u1e00-\u1eff\u2020-\u20bf\u2c60-\u2c7f\ua720-\ua7ff]/)),
  ...inter('vietnamese', has(/[\u0102\u0103\u0110\u0111\u0128\u0129\u0168\u0169\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9]/)),
  ...inter('cyrillic', has(/[\u0400-\u045f\u0490\u0491\u04b0\u04b1\u2116]/)),
  ...inter('cyrillic-ext', has(/[\u0460-\u0482\u048a-\u052f\u1c80-\u1c88\ua640-\ua66e]/)),
  ...inter('greek', has(/[\u0370-\u03ff]/)),
  ...inter('greek-ext', has(/[\u1f00-\u1fff]/)),
  noto('noto-sans-arabic', 'arabic', has(/\p{Script=Arabic}/u)),
  noto('noto-sans-jp', 'japanese', has(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u)),
]

/** Where the fonts lie: in the build, or in the packages they come from. */
const lastName = (path: string) => path.slice(path.lastIndexOf('/') + 1)
function pathOf({ from }: FontFile): string {
  const built = join(import.meta.dirname, '../fonts', lastName(from))
  return existsSync(built) ? built : join(import.meta.dirname, '../../node_modules/@fontsource', from)
}

export interface Font {
  readonly name: string
  readonly data: Buffer
  readonly weight: 600 | 700
  readonly style: 'normal'
}

const read = new Map<string, Font>()
/** Gives the fonts that `text` needs; each is read once. */
export function fontsFor(text: string): Font[] {
  return fontFiles
    .filter(({ needed }) => needed(text))
    .map((file) => {
      const font = read.get(file.from) ?? { name: file.family, data: readFileSync(pathOf(file)), weight: file.weight, style: 'normal' }
      read.set(file.from, font)
      return font
    })
}

/** Signs that no font here has: emoji, and scripts such as Hangul, Devanagari, Thai or Hebrew. */
const unknown =
  /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{N}\p{P}\p{Z}\p{Mn}$+<=>^`|~\u00a2-\u00b8\u00d7\u00f7\u20ac]/gu

/** Leaves out what would be drawn as a box; what is left of it may be nothing. */
export const drawable = (text: string) => text.replace(unknown, '').replace(/\s+/g, ' ').trim()
