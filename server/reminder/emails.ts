// What guests are emailed before an event: asked to confirm, reminded, asked for an answer they haven't given.
import { about, cover, type GuestPlace, type Occasion, ownLink, plain, toGuest, when } from '../emails/parts.ts'

/** What an email of these says of the answer it is about. */
export interface Reminding {
  readonly roles: readonly string[]
  /** R98: they are still to confirm. */
  readonly isToConfirm: boolean
  /** R117: they have agreed to nothing: how often somebody makes them get one is limited. */
  readonly isStranger: boolean
}

const named = (roles: readonly string[]) => (roles.length > 0 ? ` as ${roles.join(', ')}` : '')
const starts = (occasion: Occasion) => (occasion.start ? [{ p: `It starts on ${when(occasion)}.` }] : [])
/** Who invites. Not where: that may change while one of these waits, and an email of its own tells it. */
const host = (occasion: Occasion) => about({ ...occasion, location: '' })
const unaskedIf = (isStranger: boolean) => (isStranger ? { isUnasked: true } : {})

/** R98: looking at the page changes nothing; its first button confirms (R116). */
export const confirmationEmail = (to: string, url: string, guest: GuestPlace, occasion: Occasion, { roles, isStranger }: Reminding) => ({
  ...toGuest(
    guest,
    plain(to, `Please confirm: “${occasion.name}”`, [
      cover(url, guest),
      {
        p: isStranger
          ? `You are expected at “${occasion.name}”${named(roles)}. Will you be there?`
          : `You said yes to “${occasion.name}”${named(roles)}. Will you be there?`,
      },
      ...starts(occasion),
      ...host(occasion),
      ownLink(url, guest, 'Confirm'),
      { p: 'If you can’t come, please say so there, and somebody else can have your seat.' },
    ]),
  ),
  ...unaskedIf(isStranger),
})

/** R99 */
export const reminderEmail = (to: string, url: string, guest: GuestPlace, occasion: Occasion, { roles, isToConfirm }: Reminding) =>
  toGuest(
    guest,
    plain(to, `Coming up: “${occasion.name}”`, [
      cover(url, guest),
      { p: `A reminder: you said yes to “${occasion.name}”${named(roles)}.` },
      ...starts(occasion),
      ...about(occasion),
      isToConfirm ? ownLink(url, guest, 'Confirm') : ownLink(url, guest),
      { p: 'If you can’t come, please say so there, and somebody else can have your seat.' },
    ]),
  )

/** R99: once. */
export const nudgeEmail = (to: string, url: string, guest: GuestPlace, occasion: Occasion, { roles, isStranger }: Reminding) => ({
  ...toGuest(
    guest,
    plain(to, `Please answer: “${occasion.name}”`, [
      cover(url, guest),
      { p: `You haven’t said yet whether you come to “${occasion.name}”${named(roles)}.` },
      ...starts(occasion),
      ...host(occasion),
      ownLink(url, guest, 'Answer'),
    ]),
  ),
  ...unaskedIf(isStranger),
})
