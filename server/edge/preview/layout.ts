// Where everything stands in a picture, as SVG: texts as outlines, the roles with a mark for each seat, in the event's theme.

import { sizeWithin } from '#protocol/people/brand/logo.ts'
import { brandCover, type CoverColors } from '#protocol/people/brand/tones.ts'
import { themeColors } from '#protocol/seats/theme/colors.ts'
import { type SetText, type Setting, setText } from './lines.ts'
import { type DrawnFrom, pictureSize } from './picture.ts'

type Colors = CoverColors
type Role = DrawnFrom['roles'][number]

const across = 64
const down = 56
const room = pictureSize.width - 2 * across
const gap = 16
const rowHeight = 46
const rowGap = 8
const nameWidth = 270
const nameGap = 24
const seat = 26
const seatStep = seat + 7
const shownSeats = 20

/** A title of which something can't be drawn is left out whole: it still is an invitation (R134). */
const nameless = 'You are invited'

/** Scripts whose letters reach far over and under the line. */
const tall = /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}]/u

interface Block {
  readonly svg: string
  readonly height: number
}
const nothing: Block = { svg: '', height: 0 }

/** The lines of a text under each other, at the side where they begin. */
function block({ lines, isTurned }: SetText, { size, width }: Setting, lineHeight: number, color: string): Block {
  const step = size * lineHeight
  const drawn = lines.map((line, nth) => {
    const x = isTurned ? width - line.width * size : 0
    return `<g transform="translate(${x} ${nth * step + step / 2 + size * 0.36}) scale(${size})">${line.svg}</g>`
  })
  return { svg: `<g fill="${color}">${drawn.join('')}</g>`, height: lines.length * step }
}

function line(text: string, size: number, color: string, width = room): Block {
  const setting: Setting = { size, weight: 600, width, most: 1 }
  const set = text ? setText(text, setting) : undefined
  return set ? block(set, setting, 1.25, color) : nothing
}

/** As large as it can be and be read to its end, in no more room than is left. */
function titleBlock(title: string, left: number, color: string): Block {
  const lineHeight = tall.test(title) ? 1.4 : 1.15
  const sizes = [82, 64, 52, 44]
  for (const size of sizes) {
    const most = Math.max(1, Math.min(3, Math.floor(left / (size * lineHeight))))
    const setting: Setting = { size, weight: 700, width: room, most }
    const set = setText(title, setting)
    if (!set) return titleBlock(nameless, left, color)
    if (!set.isCut || size === sizes.at(-1)) return block(set, setting, lineHeight, color)
  }
  return nothing
}

const at = (x: number, y: number, svg: string) => `<g transform="translate(${x} ${y})">${svg}</g>`

/** Up to 20 seats one by one; of more, as large a share is drawn as is taken. */
function marks({ total, taken }: Role, { free, taken: full }: Colors): { readonly svg: string; readonly width: number } {
  const count = Math.min(total, shownSeats)
  const share = total > shownSeats ? Math.min(Math.ceil((taken * count) / total), taken < total ? count - 1 : count) : taken
  const rect = (_: unknown, nth: number) =>
    `<rect x="${nth * seatStep}" width="${seat}" height="${seat}" rx="8" fill="${nth < share ? full : free}"/>`
  return { svg: Array.from({ length: count }, rect).join(''), width: count * seatStep - (seatStep - seat) }
}

function roleRow(role: Role, colors: Colors): Block {
  const name = line(role.name, 28, colors.ink, nameWidth)
  const shownName = name === nothing ? line('Role', 28, colors.ink, nameWidth) : name
  const seats = marks(role, colors)
  const left = role.total - role.taken
  const count = line(left === 0 ? 'Full' : `${left} left`, 26, colors.quiet)
  const from = nameWidth + nameGap
  const middle = (height: number) => (rowHeight - height) / 2
  const svg =
    at(0, middle(shownName.height), shownName.svg) +
    at(from, middle(seat), seats.svg) +
    at(from + seats.width + nameGap, middle(count.height), count.svg)
  return { svg, height: rowHeight }
}

function stack(blocks: readonly Block[], between: number): Block {
  const seen = blocks.filter(({ height }) => height > 0)
  let height = 0
  let svg = ''
  for (const each of seen) {
    if (height > 0) height += between
    svg += at(0, height, each.svg)
    height += each.height
  }
  return { svg, height }
}

const logoHeight = 44
const logoGap = 18
/** R216: what stands over the title; where there is a logo, beside that. */
function overBlock({ over, logo }: DrawnFrom, size: number, color: string): Block {
  const shown = logo && sizeWithin(logo, { width: 4 * logoHeight, height: logoHeight })
  if (!logo || !shown) return line(over, size, color)
  const words = line(over, size, color, room - shown.width - logoGap)
  const height = Math.max(shown.height, words.height)
  const image = `<image width="${shown.width}" height="${shown.height}" href="data:image/png;base64,${logo.base64}"/>`
  const svg = at(0, (height - shown.height) / 2, image) + at(shown.width + logoGap, (height - words.height) / 2, words.svg)
  return { svg, height }
}

/** Four rows at most: the last of them says how many more there are. */
const rowsOf = (roles: readonly Role[]) => roles.slice(0, roles.length > 4 ? 3 : 4)

const svgOf = (inner: string) => {
  const { width, height } = pictureSize
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inner}</svg>`
}

/** R224c: the photo fills it; the words and two roles stand in a band at its foot. */
function photoLayout(facts: DrawnFrom, { base64, hue }: NonNullable<DrawnFrom['photo']>): string {
  const { title, when, place, roles, theme } = facts
  const { width, height } = pictureSize
  const colors = themeColors(theme, 'light', hue)
  const band = 372
  const inside = 30
  const rows = stack(
    roles.slice(0, 2).map((role) => roleRow(role, colors)),
    rowGap,
  )
  const beside = line([when, place].filter(Boolean).join(' · '), 30, colors.ink)
  const above = overBlock(facts, 26, colors.quiet)
  const left = band - 2 * inside - rows.height - beside.height - above.height - 3 * gap
  const top = stack([above, titleBlock(title, left, colors.ink), beside], gap / 2)
  const photo = `<image width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice" href="data:image/jpeg;base64,${base64}"/>`
  const ground = `<rect y="${height - band}" width="${width}" height="${band}" fill="${colors.ground}" fill-opacity="0.92"/>`
  return svgOf(photo + ground + at(across, height - band + inside, top.svg) + at(across, height - inside - rows.height, rows.svg))
}

/** Gives the picture of these facts as SVG. */
export const layout = (facts: DrawnFrom): string => (facts.photo ? photoLayout(facts, facts.photo) : plainLayout(facts))

function plainLayout(facts: DrawnFrom): string {
  const { title, when, place, over, roles, theme, accent } = facts
  const { width, height } = pictureSize
  const colors = accent === undefined ? themeColors(theme, 'light') : brandCover(accent, 'light')
  const rows = rowsOf(roles)
  const more = roles.length - rows.length
  const bottom = stack(
    [...rows.map((role) => roleRow(role, colors)), line(more > 0 ? `and ${more} more roles` : '', 26, colors.quiet)],
    rowGap,
  )
  const before =
    over === nameless && !setText(title, { size: 44, weight: 700, width: room, most: 1 }) ? nothing : overBlock(facts, 28, colors.quiet)
  const after = [line(when, 32, colors.ink), line(place, 30, colors.quiet)]
  const others = stack([before, ...after], gap).height + bottom.height + 3 * gap
  const top = stack([before, titleBlock(title, height - 2 * down - others, colors.ink), ...after], gap)
  const ground = `<defs><radialGradient id="ground" cx="50%" cy="0%" r="100%"><stop offset="0" stop-color="${colors.glow}"/><stop offset="0.7" stop-color="${colors.ground}"/></radialGradient></defs><rect width="${width}" height="${height}" fill="url(#ground)"/>`
  return svgOf(ground + at(across, down, top.svg) + at(across, height - down - bottom.height, bottom.svg))
}
