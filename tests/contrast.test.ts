// The promise that both themes can be read: WCAG 2.2 AA, computed from the tokens themselves.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { linearRgb, oklchOf, rgbOf } from '#protocol/people/brand/color.ts'
import { themeColors } from '#protocol/seats/theme/colors.ts'
import { themes as covers, shadeNames, shades, themeNames } from '#protocol/seats/theme/theme.ts'

type Rgb = [number, number, number]
const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

const css = readFileSync(new URL('../client/style.css', import.meta.url), 'utf8')
const number = '([\\d.]+)'
const oklch = `oklch\\(${number} ${number} ${number}\\)`
const token = new RegExp(`--color-([\\w-]+): light-dark\\(\\s*${oklch},\\s*${oklch}\\s*\\);`, 'g')

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
  ...on(['coverage-coming-soft'], 'coverage-coming-edge'),
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

const coverage = ['coverage-coming', 'coverage-confirmed', 'coverage-yes', 'coverage-waiting', 'coverage-declined']

describe.each(themes)('%s theme, coverage', (theme) => {
  it.each(on(['surface', 'canvas', 'fill-strong'], ...coverage))('%s stands out from %s by its fill or its edge', (part, background) => {
    const behind = colour(background, theme)
    const best = Math.max(contrast(colour(part, theme), behind), contrast(colour(`${part}-edge`, theme), behind))
    expect(best).toBeGreaterThanOrEqual(3)
  })

  it.each(coverage.slice(2))('the pattern of %s can be seen on it', (part) => {
    expect(contrast(colour(part, theme), colour(`${part}-edge`, theme))).toBeGreaterThanOrEqual(1.6)
  })
})

const cover = readFileSync(new URL('../client/ui/seats/cover.css', import.meta.url), 'utf8')

/** The edge of a seat that can be taken: between its own color and the words' (cover.css). */
function edgeOf({ free, ink }: { free: string; ink: string }): Rgb {
  expect(cover).toContain(".cover-tap rect[class*='cover-free'] {\n  stroke: color-mix(in oklab, var(--cover-free) 45%, var(--cover-ink))")
  const [one, other] = [oklchOf(free), oklchOf(ink)]
  return linearRgb(0.45 * one.lightness + 0.55 * other.lightness, 0.45 * one.chroma + 0.55 * other.chroma, one.hue)
}

describe.each(themes)('R85 covers in the %s scheme', (scheme) => {
  const rgb = (name: (typeof themeNames)[number], shade: (typeof shadeNames)[number]) => {
    const { of, [scheme]: strength } = shades[shade]
    return linearRgb(strength[0], strength[1], covers[name][of])
  }
  it.each(themeNames)('R85 %s: words can be read, taken seats stand out from free ones and from the ground', (name) => {
    for (const behind of ['ground', 'glow'] as const) {
      expect(contrast(rgb(name, 'ink'), rgb(name, behind))).toBeGreaterThanOrEqual(7)
      expect(contrast(rgb(name, 'quiet'), rgb(name, behind))).toBeGreaterThanOrEqual(4.5)
      expect(contrast(rgb(name, 'taken'), rgb(name, behind))).toBeGreaterThanOrEqual(3)
    }
    expect(contrast(rgb(name, 'taken'), rgb(name, 'free'))).toBeGreaterThanOrEqual(3)
    expect(contrast(rgb(name, 'mine'), rgb(name, 'free'))).toBeGreaterThanOrEqual(3)
    for (const behind of ['ground', 'glow'] as const)
      expect(contrast(edgeOf(themeColors(name, scheme)), rgb(name, behind))).toBeGreaterThanOrEqual(3)
    for (const color of Object.values(themeColors(name, scheme))) expect(color).toMatch(/^#[0-9a-f]{6}$/)
  })
})

/** How much of the band at the foot of a photo is its own: on pages (cover.css), and in preview pictures (server/edge/preview/layout.ts). */
const bandShares = [0.9, 0.92]
/** The band's color over a part of the photo that is black or white. */
const bands = (ground: string) => {
  const own = [1, 3, 5].map((at) => Number.parseInt(ground.slice(at, at + 2), 16))
  return bandShares.flatMap((share) =>
    [0, 255].map((behind) => rgbOf(hexOfBytes(own.map((one) => Math.round(one * share + behind * (1 - share)))))),
  )
}
const hexOfBytes = (bytes: readonly number[]) => `#${bytes.map((one) => one.toString(16).padStart(2, '0')).join('')}`

describe.each(themes)('R224c covers with a photo in the %s scheme', (scheme) => {
  it('R224c, R213 of every hue that a photo may have: words can be read and seats be told apart in the band, whatever the photo shows behind it', () => {
    expect(cover).toContain('color-mix(in oklab, var(--cover-ground) 90%, transparent)')
    for (let hue = 0; hue < 360; hue++) {
      const shade = themeColors('dusk', scheme, hue)
      const of = (name: keyof typeof shade) => rgbOf(shade[name])
      for (const behind of [of('ground'), of('glow'), ...bands(shade.ground)]) {
        expect(contrast(of('quiet'), behind), `quiet of ${hue}`).toBeGreaterThanOrEqual(4.5)
        expect(contrast(of('ink'), behind), `ink of ${hue}`).toBeGreaterThanOrEqual(4.5)
        expect(contrast(of('taken'), behind), `taken of ${hue}`).toBeGreaterThanOrEqual(3)
      }
      for (const behind of [of('ground'), of('glow'), ...bands(shade.ground)])
        expect(contrast(edgeOf(shade), behind), `edge of ${hue}`).toBeGreaterThanOrEqual(3)
      for (const mark of ['taken', 'mine'] as const) expect(contrast(of(mark), of('free')), `${mark} of ${hue}`).toBeGreaterThanOrEqual(3)
    }
  })
})

describe('R85 the colors in cover.css', () => {
  it('R85 are those of the contract, shade by shade and theme by theme', () => {
    for (const name of themeNames) {
      const { ground, seat } = covers[name]
      expect(cover).toContain(`[data-cover='${name}'] {\n  --cover-ground-hue: ${ground};\n  --cover-seat-hue: ${seat};\n}`)
    }
    for (const shade of shadeNames) {
      const { of, light, dark } = shades[shade]
      const half = (strength: readonly number[]) => `oklch(${strength.join(' ')} var(--cover-${of}-hue))`
      expect(cover).toContain(`--cover-${shade}: light-dark(${half(light)}, ${half(dark)});`)
    }
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
