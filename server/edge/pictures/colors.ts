// What is known of a picture by its 256 averaged pixels: a blur of 32 bytes that stands in its room until it is there, and the color it is remembered by.

const side = 16
const cells = 4
type Rgb = readonly [red: number, green: number, blue: number]
const at = (pixels: Uint8Array, nth: number): Rgb => [pixels[nth * 3] ?? 0, pixels[nth * 3 + 1] ?? 0, pixels[nth * 3 + 2] ?? 0]

const mean = (all: readonly Rgb[]): Rgb => {
  const sum = (channel: 0 | 1 | 2) => all.reduce((total, one) => total + one[channel], 0) / all.length
  return [sum(0), sum(1), sum(2)]
}

/** R224c: four by four colors of 16 bits, the first row first, each little-endian: as a bitmap's rows lie. */
export function blurOf(pixels: Uint8Array): string {
  const bytes = Buffer.alloc(cells * cells * 2)
  const per = side / cells
  for (let cell = 0; cell < cells * cells; cell++) {
    const [left, top] = [(cell % cells) * per, Math.floor(cell / cells) * per]
    const inside = Array.from({ length: per * per }, (_, n) => at(pixels, (top + Math.floor(n / per)) * side + left + (n % per)))
    const [red, green, blue] = mean(inside)
    bytes.writeUInt16LE(
      (Math.round((red / 255) * 31) << 11) | (Math.round((green / 255) * 63) << 5) | Math.round((blue / 255) * 31),
      cell * 2,
    )
  }
  return bytes.toString('base64')
}

const vividness = ([red, green, blue]: Rgb) => Math.max(red, green, blue) - Math.min(red, green, blue)
const hueOf = ([red, green, blue]: Rgb) => {
  const most = Math.max(red, green, blue)
  const range = vividness([red, green, blue]) || 1
  const sixths = most === red ? (green - blue) / range : most === green ? 2 + (blue - red) / range : 4 + (red - green) / range
  return Math.floor((sixths * 2 + 12) % 12)
}
const hex = (rgb: Rgb) => `#${rgb.map((one) => Math.round(one).toString(16).padStart(2, '0')).join('')}`

/** The mean of the hue, of twelve, that has most color in the picture; of a gray one its mean. */
export function toneOf(pixels: Uint8Array): string {
  const all = Array.from({ length: side * side }, (_, nth) => at(pixels, nth))
  const vivid = all.filter((one) => vividness(one) > 24)
  if (vivid.length < 8) return hex(mean(all))
  const hues = new Map<number, Rgb[]>()
  for (const one of vivid) hues.set(hueOf(one), [...(hues.get(hueOf(one)) ?? []), one])
  const weight = (some: readonly Rgb[]) => some.reduce((sum, one) => sum + vividness(one), 0)
  const [first = vivid] = [...hues.values()].sort((one, other) => weight(other) - weight(one))
  return hex(mean(first))
}

const linear = (channel: number) => (channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4)
/** Of `#rrggbb`, in degrees in OKLCH (Ottosson's matrices); null where there is next to no color. */
export function hueOfTone(tone: string): number | null {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(tone.slice(at, at + 2), 16))) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return Math.hypot(a, b) < 0.02 ? null : Math.round(((Math.atan2(b, a) * 180) / Math.PI + 360) % 360)
}
