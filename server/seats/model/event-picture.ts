// What the picture of a link says (R81): title, date, place, and the roles with their seats, in the event's theme; and where it lies (R252).

import { holdsEmail, namedHost } from '#protocol/kernel/texts.ts'
import { formatThere } from '#protocol/kernel/time/dates.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { defaultTheme, plainTheme, type ThemeName } from '#protocol/seats/theme/theme.ts'
import type { Secrets } from '#server/kernel/ports/secrets.ts'

/** All that is drawn: never anything of a guest. Files stand here by their hash, so that whatever is drawn is in the address. */
export interface PictureFacts {
  readonly title: string
  readonly when: string
  readonly place: string
  /** Over the title, e.g. "Canceled". */
  readonly over: string
  readonly roles: readonly { readonly name: string; readonly total: number; readonly taken: number }[]
  readonly theme: ThemeName
  /** R224c: the event's photo, with the hue of its tones. */
  readonly photo?: { readonly hash: string; readonly hue: number | null }
  /** R216: the color of the brand that it is drawn in instead (#rrggbb). */
  readonly accent?: string
  /** Its logo, beside its name. */
  readonly logo?: { readonly hash: string }
}

/** What a link says whose invitation can't be shown, and every page that isn't one. */
export const brandFacts = {
  title: 'Every role has its seats.',
  when: 'Share one link, and watch them fill live. Never overbooked.',
  place: '',
  over: 'Rolecall',
  roles: [],
  theme: 'dusk',
} as const satisfies PictureFacts

/** The same picture stands in emails, where somebody may have declined: it says whose event it is, and asks nobody. */
const organizedBy = (organizer: string) => {
  const name = holdsEmail(organizer) ? '' : namedHost(organizer)
  return name && `Organized by ${name}`
}

/** R81: no more than the form's call gives to anyone with the link. */
export function factsOf({ _id, name, status, event, roleCoverage, brand }: FormView): PictureFacts {
  const face = brand?.face
  if (status === 'unpublished') return brandFacts
  const [, logo] = /^\/brand\/(\w+)\.png$/.exec(face?.logo?.largeUrl ?? '') ?? []
  return {
    title: event?.name || name,
    when: event ? formatThere(event.start, event.timeZone) : '',
    place: event?.location ?? '',
    over:
      status === 'cancelled'
        ? 'Canceled'
        : status === 'ended'
          ? 'This event has ended'
          : (face?.name ?? organizedBy(event?.organizer ?? '')),
    roles: roleCoverage.map(({ name: role, total, count }) => ({ name: role, total, taken: Math.min(count, total) })),
    theme: event ? plainTheme(event.theme, event._id) : defaultTheme(_id),
    ...(event?.photo && { photo: { hash: event.photo.hash, hue: event.photo.hue } }),
    ...(face && { accent: face.accent }),
    ...(logo !== undefined && { logo: { hash: logo } }),
  }
}

export interface Addressed {
  readonly publicUrl: string
  readonly secrets: Pick<Secrets, 'idOf'>
}
/** R252: what others keep a picture under changes with all that is drawn but the seats, which change too often to be asked for each time. */
export const markOf = ({ secrets }: Pick<Addressed, 'secrets'>, { roles, ...facts }: PictureFacts): string =>
  secrets.idOf('picture', JSON.stringify({ ...facts, roles: roles.map(({ total: _, taken: __, ...role }) => role) }))

/** Where the picture of a group's link lies; without its mark it is the same picture. */
export const plainPictureUrl = (publicUrl: string, groupId: string) => `${publicUrl}/og/${groupId}.png`
export const pictureUrl = (by: Addressed, form: FormView): string => {
  const plain = plainPictureUrl(by.publicUrl, form._id)
  return form.status === 'unpublished' ? plain : `${plain}?v=${markOf(by, factsOf(form))}`
}
