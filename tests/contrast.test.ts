// The promise that both themes can be read: WCAG 2.2 AA, computed from the tokens themselves.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Rgb = [number, number, number]
const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

const css = readFileSync(new URL('../client/style.css', import.meta.url), 'utf8')
const number = '([\\d.]+)'
const oklch = `oklch\\(${number} ${number} ${number}\\)`
const token = new RegExp(`--color-([\\w-]+): light-dark\\(\\s*${oklch},\\s*${oklch}\\s*\\);`, 'g')

/** OKLCH to linear sRGB (Ottosson's matrices), cut to the gamut. */
function linearRgb(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const rgb: Rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return rgb.map((channel) => Math.min(1, Math.max(0, channel))) as Rgb
}

const luminance = ([red, green, blue]: Rgb) => 0.2126 * red + 0.7152 * green + 0.0722 * blue

function contrast(one: Rgb, other: Rgb) {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const tokens = new Map<string, Record<Theme, Rgb>>()
for (const [, name = '', ...parts] of css.matchAll(token)) {
  const [l1 = 0, c1 = 0, h1 = 0, l2 = 0, c2 = 0, h2 = 0] = parts.map(Number)
  tokens.set(name, { light: linearRgb(l1, c1, h1), dark: linearRgb(l2, c2, h2) })
}

function colour(name: string, theme: Theme) {
  const found = tokens.get(name)
  if (!found) throw new Error(`style.css has no token --color-${name}`)
  return found[theme]
}

const surfaces = ['canvas', 'surface', 'raised', 'fill']
const on = (backgrounds: string[], ...names: string[]) =>
  names.flatMap((name) => backgrounds.map((background) => [name, background] as const))

const textPairs = [
  ...on([...surfaces, 'fill-strong', 'accent-soft', 'danger-soft', 'success-soft', 'warn-soft'], 'ink'),
  ...on([...surfaces, 'fill-strong'], 'muted'),
  ...on([...surfaces, 'accent-soft'], 'accent', 'accent-hover'),
  ...on([...surfaces, 'danger-soft'], 'danger'),
  ...on([...surfaces, 'success-soft'], 'success'),
  ...on([...surfaces, 'warn-soft'], 'warn'),
  ...on(['ink', 'ink-hover'], 'on-ink'),
  ...on(['danger-solid', 'danger-solid-hover'], 'on-danger'),
  ...on(['accent'], 'on-accent'),
]

const edgePairs = [
  ...on(surfaces, 'edge', 'focus', 'accent', 'seat', 'ink'),
  ...on(['accent-soft', 'danger-soft', 'success-soft', 'warn-soft', 'fill-strong'], 'focus'),
  ...on(['surface', 'raised', 'canvas'], 'danger', 'danger-solid'),
  ...on(['ink'], 'toast-success', 'toast-danger'),
  ...on(['house', 'house-free'], 'house-taken'),
  ...on(['house'], 'house-mine'),
]

describe.each(themes)('%s theme', (theme) => {
  it.each(textPairs)('text %s on %s has at least 4.5', (text, background) => {
    expect(contrast(colour(text, theme), colour(background, theme))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(edgePairs)('edge %s on %s has at least 3', (edge, background) => {
    expect(contrast(colour(edge, theme), colour(background, theme))).toBeGreaterThanOrEqual(3)
  })
})

const coverage = ['coverage-confirmed', 'coverage-yes', 'coverage-waiting', 'coverage-declined']

describe.each(themes)('%s theme, coverage', (theme) => {
  it.each(on(['surface', 'canvas', 'fill-strong'], ...coverage))('%s stands out from %s by its fill or its edge', (part, background) => {
    const behind = colour(background, theme)
    const best = Math.max(contrast(colour(part, theme), behind), contrast(colour(`${part}-edge`, theme), behind))
    expect(best).toBeGreaterThanOrEqual(3)
  })

  it.each(coverage.slice(1))('the pattern of %s can be seen on it', (part) => {
    expect(contrast(colour(part, theme), colour(`${part}-edge`, theme))).toBeGreaterThanOrEqual(1.6)
  })
})

describe('the computation', () => {
  it('knows black, white and a grey that just fails', () => {
    expect(contrast(linearRgb(0, 0, 0), linearRgb(1, 0, 0))).toBeCloseTo(21, 1)
    expect(contrast(linearRgb(0.57, 0, 0), linearRgb(1, 0, 0))).toBeLessThan(4.6)
  })

  it('has read every colour that has two themes', () => {
    const translucent = ['scrim']
    expect(tokens.size + translucent.length).toBe(css.match(/--color-[\w-]+: light-dark\(/g)?.length)
  })
})
