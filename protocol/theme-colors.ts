// R85: the colors of a theme as #rrggbb, for what knows no OKLCH: pictures and emails.
import { type Scheme, type Shade, shadeNames, shades, type ThemeName, themes } from './theme.ts'

/** OKLCH to linear sRGB (Ottosson's matrices), cut to the gamut; the hue in degrees. */
export function linearRgb(lightness: number, chroma: number, hue: number): [number, number, number] {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const cut = (channel: number) => Math.min(1, Math.max(0, channel))
  return [
    cut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    cut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    cut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

const encoded = (channel: number) => (channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055)
const hexOf = (channel: number) =>
  Math.round(encoded(channel) * 255)
    .toString(16)
    .padStart(2, '0')

function colorOf(theme: ThemeName, scheme: Scheme, shade: Shade): string {
  const { of, [scheme]: strength } = shades[shade]
  const [lightness, chroma] = strength
  return `#${linearRgb(lightness, chroma, themes[theme][of]).map(hexOf).join('')}`
}

/** Gives every shade of a theme as #rrggbb. */
export const themeColors = (theme: ThemeName, scheme: Scheme) =>
  Object.fromEntries(shadeNames.map((shade) => [shade, colorOf(theme, scheme, shade)])) as Record<Shade, string>
