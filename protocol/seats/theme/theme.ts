// R85: the face of an event: eight themes of two hues each, and the shades that cover, emails and pictures draw with, in light and dark (decision 0083).
import { z } from 'zod/mini'

/** `ground` is the hue of what the cover stands on, `seat` that of its taken seats; degrees in OKLCH. */
export const themes = {
  dusk: { label: 'Dusk', ground: 290, seat: 55 },
  ocean: { label: 'Ocean', ground: 240, seat: 150 },
  forest: { label: 'Forest', ground: 155, seat: 45 },
  ember: { label: 'Ember', ground: 40, seat: 20 },
  orchid: { label: 'Orchid', ground: 330, seat: 285 },
  meadow: { label: 'Meadow', ground: 125, seat: 350 },
  sunrise: { label: 'Sunrise', ground: 80, seat: 30 },
  glacier: { label: 'Glacier', ground: 205, seat: 265 },
} as const

export type ThemeName = keyof typeof themes
export const themeNames = Object.keys(themes) as [ThemeName, ...ThemeName[]]
export const ThemeName = z.enum(themeNames)
/** R212: or the brand of whose event it is. */
export const EventTheme = z.enum([...themeNames, 'brand'])
export type EventTheme = z.infer<typeof EventTheme>
/** The theme that is drawn where a brand isn't. */
export const plainTheme = (theme: EventTheme, id: string): ThemeName => (theme === 'brand' ? defaultTheme(id) : theme)
export const themeLabel = (theme: EventTheme) => (theme === 'brand' ? 'Your brand' : themes[theme].label)

/** The theme of an event that has none: the same for the same id, and spread evenly over ids. */
export function defaultTheme(id: string): ThemeName {
  let sum = 0
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 65_521
  return themeNames[sum % themeNames.length] ?? 'dusk'
}

export const schemes = ['light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

/**
 * The one recipe of all themes, as [lightness, chroma] in OKLCH over one of the two hues.
 * `client/ui/seats/cover.css` draws with the same numbers; the contrast tests compare them.
 */
export const shades = {
  ground: { of: 'ground', light: [0.945, 0.028], dark: [0.25, 0.045] },
  glow: { of: 'ground', light: [0.985, 0.008], dark: [0.33, 0.05] },
  free: { of: 'ground', light: [0.86, 0.06], dark: [0.37, 0.055] },
  taken: { of: 'seat', light: [0.53, 0.13], dark: [0.82, 0.09] },
  mine: { of: 'ground', light: [0.3, 0.05], dark: [0.97, 0.012] },
  ink: { of: 'ground', light: [0.28, 0.045], dark: [0.955, 0.012] },
  quiet: { of: 'ground', light: [0.45, 0.05], dark: [0.78, 0.03] },
} as const satisfies Record<string, { of: 'ground' | 'seat' } & Record<Scheme, readonly [number, number]>>
export type Shade = keyof typeof shades
export const shadeNames = Object.keys(shades) as Shade[]
