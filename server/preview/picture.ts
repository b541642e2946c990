// What the picture of a link shows (R81): title, date, place, and the roles with a mark for each seat, in the event's theme. Data in, a tree out.
import { formatThere } from '#protocol/dates.ts'
import type { FormView } from '#protocol/rsvp.ts'
import { defaultTheme, type ThemeName } from '#protocol/theme.ts'
import { themeColors } from '#protocol/theme-colors.ts'

export const pictureSize = { width: 1200, height: 630 } as const

/** All that is drawn: never anything of a guest. */
export interface PictureFacts {
  readonly title: string
  readonly when: string
  readonly place: string
  /** Over the title, e.g. "Canceled". */
  readonly over: string
  readonly roles: readonly { readonly name: string; readonly total: number; readonly taken: number }[]
  readonly theme: ThemeName
}

/** What a link says whose invitation can't be shown, and every page that isn't one. */
export const brandFacts: PictureFacts = {
  title: 'Every role has its seats.',
  when: 'Share one link, and watch them fill: live, and never one too many.',
  place: '',
  over: 'Rolecall',
  roles: [],
  theme: 'dusk',
}

/** R81: no more than the form's call gives to anyone with the link. */
export function factsOf({ _id, name, status, event, roleCoverage }: FormView): PictureFacts {
  if (status === 'unpublished') return brandFacts
  return {
    title: event?.name || name,
    when: event ? formatThere(event.start, event.timeZone) : '',
    place: event?.location ?? '',
    over: status === 'cancelled' ? 'Canceled' : status === 'ended' ? 'This event has ended' : 'You are invited',
    roles: roleCoverage.map(({ name: role, total, count }) => ({ name: role, total, taken: Math.min(count, total) })),
    theme: event?.theme ?? defaultTheme(event?._id ?? _id),
  }
}

/** Satori's own shape of an element. */
export interface Drawn {
  readonly type: 'div'
  readonly props: { readonly style: Readonly<Record<string, string | number>>; readonly children?: readonly Drawn[] | string }
}
const box = (style: Drawn['props']['style'], ...children: readonly Drawn[]): Drawn => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
})

const rightToLeft = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u
/** Scripts that are written without spaces break anywhere. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** One text, in its own direction, cut off after so many lines. */
function words(text: string, lines: number, style: Drawn['props']['style']): Drawn {
  const isTurned = rightToLeft.test(text)
  const run = { direction: isTurned ? 'rtl' : 'ltr', textAlign: isTurned ? 'right' : 'left' }
  const wordBreak = unspaced.test(text) ? 'break-all' : 'break-word'
  return { type: 'div', props: { style: { display: 'block', lineClamp: lines, wordBreak, ...run, ...style }, children: text } }
}

/** Four rows at most: the last of them says how many more there are. */
const rowsOf = <Role>(roles: readonly Role[]) => roles.slice(0, roles.length > 4 ? 3 : 4)
const shownSeats = 20
type Colors = ReturnType<typeof themeColors>

/** Up to 20 seats one by one; of more, as large a share is drawn as is taken. */
function marks({ total, taken }: PictureFacts['roles'][number], { free, taken: full }: Colors): Drawn {
  const count = Math.min(total, shownSeats)
  const share = total > shownSeats ? Math.min(Math.ceil((taken * count) / total), taken < total ? count - 1 : count) : taken
  const seat = (nth: number) => box({ width: 26, height: 26, borderRadius: 8, background: nth < share ? full : free })
  return box({ gap: 7, alignItems: 'center' }, ...Array.from({ length: count }, (_, nth) => seat(nth)))
}

function roleRow(role: PictureFacts['roles'][number], colors: Colors): Drawn {
  const left = role.total - role.taken
  return box(
    { alignItems: 'center', gap: 24, height: 46 },
    words(role.name, 1, { width: 270, fontSize: 28, fontWeight: 600, color: colors.ink }),
    marks(role, colors),
    words(left === 0 ? 'Full' : `${left} left`, 1, { fontSize: 26, color: colors.quiet }),
  )
}

const titleSize = (title: string) => (title.length > 90 ? 52 : title.length > 40 ? 64 : 82)

/** Gives the picture of these facts. */
export function picture({ title, when, place, over, roles, theme }: PictureFacts): Drawn {
  const colors = themeColors(theme, 'light')
  const more = roles.length - rowsOf(roles).length
  const rows = rowsOf(roles).map((role) => roleRow(role, colors))
  const line = (text: string, style: Drawn['props']['style']) => (text ? [words(text, 1, style)] : [])
  return box(
    {
      ...pictureSize,
      boxSizing: 'border-box',
      flexDirection: 'column',
      justifyContent: 'space-between',
      padding: '56px 64px',
      fontFamily: 'Inter',
      background: `radial-gradient(circle at 50% 0%, ${colors.glow}, ${colors.ground} 70%)`,
    },
    box(
      { flexDirection: 'column', gap: 16 },
      ...line(over, { fontSize: 28, fontWeight: 600, color: colors.quiet }),
      words(title, roles.length > 2 ? 2 : 3, { fontSize: titleSize(title), fontWeight: 700, lineHeight: 1.15, color: colors.ink }),
      ...line(when, { fontSize: 32, fontWeight: 600, color: colors.ink }),
      ...line(place, { fontSize: 30, color: colors.quiet }),
    ),
    box(
      { flexDirection: 'column', gap: 8 },
      ...rows,
      ...line(more > 0 ? `and ${more} more roles` : '', { fontSize: 26, color: colors.quiet }),
    ),
  )
}

/** Every text of a picture, for whoever picks its fonts. */
export const textsOf = ({ title, when, place, over, roles }: PictureFacts) =>
  [title, when, place, over, ...rowsOf(roles).map(({ name }) => name)].join(' ')
