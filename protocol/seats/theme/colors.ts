// R85: the colors of a theme as #rrggbb, for what knows no OKLCH: pictures and emails.
import { hexOf, linearRgb } from '#protocol/people/brand/color.ts'
import { type Scheme, type Shade, shadeNames, shades, type ThemeName, themes } from '#protocol/seats/theme/theme.ts'

interface Hues {
  readonly ground: number
  readonly seat: number
}
function colorOf(hues: Hues, scheme: Scheme, shade: Shade): string {
  const { of, [scheme]: strength } = shades[shade]
  const [lightness, chroma] = strength
  return hexOf(linearRgb(lightness, chroma, hues[of]))
}

/** Gives every shade of a theme as #rrggbb; R224c: with a photo those of its own hue. */
export function themeColors(theme: ThemeName, scheme: Scheme, hue: number | null = null) {
  const hues = hue === null ? themes[theme] : { ground: hue, seat: hue }
  return Object.fromEntries(shadeNames.map((shade) => [shade, colorOf(hues, scheme, shade)])) as Record<Shade, string>
}
