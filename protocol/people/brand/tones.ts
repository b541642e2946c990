// R213: what is made of a brand's one color: tones that can be read on light, on dark and on paper, whichever color it is.
import { contrast, hexOf, linearRgb, type Oklch, oklchOf } from '#protocol/people/brand/color.ts'

export const grounds = ['light', 'dark', 'print'] as const
export type Ground = (typeof grounds)[number]

export interface ToneSet {
  /** What stands behind. */
  readonly surface: string
  readonly text: string
  readonly button: string
  readonly onButton: string
  readonly border: string
}
export type Tones = Readonly<Record<Ground, ToneSet>>

/** What else of ours the tones stand on: pages and emails (client/style.css, server/kernel/emails/layout.ts), the hardest of each. */
const ours: Readonly<Record<Ground, readonly string[]>> = {
  light: ['#ffffff', '#f1ede7'],
  dark: ['#12100e', '#2c2622'],
  print: ['#ffffff'],
}
const ofText = 4.5
const ofEdges = 3
const step = 0.005

/** As much of a color as each ground bears. */
const strengths: Readonly<Record<Ground, { readonly surface: readonly [lightness: number, most: number]; readonly most: number }>> = {
  light: { surface: [0.968, 0.014], most: 0.37 },
  dark: { surface: [0.235, 0.022], most: 0.16 },
  print: { surface: [1, 0], most: 0.37 },
}

/** The color, darker or lighter until it stands out so much from all of these. */
function standingOut({ lightness, chroma, hue }: Oklch, behind: readonly string[], least: number, isDark: boolean): string {
  const way = isDark ? step : -step
  for (let at = lightness; at > 0 && at < 1; at += way) {
    const tone = hexOf(linearRgb(at, chroma, hue))
    if (behind.every((one) => contrast(tone, one) >= least)) return tone
  }
  return isDark ? '#ffffff' : '#000000'
}

function tonesOn(accent: Oklch, ground: Ground): ToneSet {
  const { surface: strength, most } = strengths[ground]
  const [lightness, mostOfSurface] = strength
  const isDark = ground === 'dark'
  const surface = hexOf(linearRgb(lightness, Math.min(accent.chroma, mostOfSurface), accent.hue))
  const behind = [surface, ...ours[ground]]
  const color = { ...accent, chroma: Math.min(accent.chroma, most) }
  const edge = standingOut(color, behind, ofEdges, isDark)
  const onButton = contrast('#ffffff', edge) >= ofText ? '#ffffff' : '#000000' // one of the two is at 4.58 at least
  return { surface, text: standingOut(color, behind, ofText, isDark), button: edge, onButton, border: edge }
}

/** The tones of an accent (#rrggbb). */
export function tonesOf(accent: string): Tones {
  const color = oklchOf(accent)
  return { light: tonesOn(color, 'light'), dark: tonesOn(color, 'dark'), print: tonesOn(color, 'print') }
}

/** R85: the shades of the cover (`protocol/seats/theme`), all of one hue. */
export const coverShades = ['ground', 'glow', 'free', 'taken', 'mine', 'ink', 'quiet'] as const
export type CoverShade = (typeof coverShades)[number]
export type CoverColors = Readonly<Record<CoverShade, string>>

type Strength = readonly [lightness: number, most: number]
const recipe: Readonly<Record<CoverShade, Readonly<Record<'light' | 'dark', Strength>>>> = {
  ground: { light: [0.945, 0.028], dark: [0.25, 0.045] },
  glow: { light: [0.985, 0.008], dark: [0.33, 0.05] },
  free: { light: [0.86, 0.06], dark: [0.37, 0.055] },
  taken: { light: [0.53, 0.2], dark: [0.82, 0.12] },
  mine: { light: [0.3, 0.05], dark: [0.97, 0.012] },
  ink: { light: [0.28, 0.045], dark: [0.955, 0.012] },
  quiet: { light: [0.45, 0.05], dark: [0.78, 0.03] },
}

/** The cover in a brand's color: words and taken seats can be told from what is behind them, as in every theme. */
export function brandCover(accent: string, scheme: 'light' | 'dark'): CoverColors {
  const { chroma, hue } = oklchOf(accent)
  const of = (shade: CoverShade) => {
    const [lightness, most] = recipe[shade][scheme]
    return { lightness, chroma: Math.min(chroma, most), hue }
  }
  const flat = (shade: CoverShade) => {
    const { lightness, chroma: strength } = of(shade)
    return hexOf(linearRgb(lightness, strength, hue))
  }
  const ground = { ground: flat('ground'), glow: flat('glow'), free: flat('free') }
  const isDark = scheme === 'dark'
  const words = [ground.ground, ground.glow]
  return {
    ...ground,
    taken: standingOut(of('taken'), [...words, ground.free], ofEdges, isDark),
    mine: standingOut(of('mine'), [ground.free], ofEdges, isDark),
    ink: standingOut(of('ink'), words, 7, isDark),
    quiet: standingOut(of('quiet'), words, ofText, isDark),
  }
}
