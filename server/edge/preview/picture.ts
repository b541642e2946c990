// What the picture of a link says (R81): title, date, place, and the roles with their seats, in the event's theme.

import { formatThere } from '#protocol/kernel/dates.ts'
import { holdsEmail, namedHost } from '#protocol/kernel/texts.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { defaultTheme, plainTheme, type ThemeName } from '#protocol/seats/theme/theme.ts'

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
  /** R224: the event's photo, a JPEG as base64, with the hue of its tones. */
  readonly photo?: { readonly base64: string; readonly hue: number | null }
  /** R216: the color of the brand that it is drawn in instead (#rrggbb). */
  readonly accent?: string
  /** Its logo, a PNG as base64, beside its name. */
  readonly logo?: { readonly base64: string; readonly width: number; readonly height: number }
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

/** The same picture stands in emails, where somebody may have declined: it says whose event it is, and asks nobody. */
const organizedBy = (organizer: string) => {
  const name = holdsEmail(organizer) ? '' : namedHost(organizer)
  return name && `Organized by ${name}`
}

/** R81: no more than the form's call gives to anyone with the link. */
export function factsOf({ _id, name, status, event, roleCoverage, brand }: FormView): PictureFacts {
  const face = brand?.face
  if (status === 'unpublished') return brandFacts
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
    ...(face && { accent: face.accent }),
  }
}
