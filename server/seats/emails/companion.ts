// What is emailed when somebody who comes along gets a link of their own (R175). The guest's name is put in when the email is sent, and the other's never is (R174).
import { along } from '#protocol/seats/companions/companion.ts'
import { withUnlinkedName } from '#server/kernel/emails/names.ts'
import {
  about,
  cover,
  type EventSummary,
  facts,
  type GuestPlace,
  ownLink,
  plain,
  toGuest,
  unasked,
  withToken,
} from '#server/kernel/emails/parts.ts'
import type { RsvpSummary } from '#server/seats/model/rsvp.ts'

/** To whoever comes along, who may have asked for nothing: without links but ours, and without a word that the guest typed but their name (R117). */
export function linkedEmail(to: string, url: string, giver: GuestPlace, occasion: EventSummary, id: string) {
  const safe = withUnlinkedName(occasion)
  return toGuest(
    giver,
    unasked(to, `Your seat at “${safe.name}”`, [
      ...(safe.start ? [cover(url, giver)] : []),
      { companionOf: { rsvpId: giver.rsvpId, id }, link: withToken(url, '/companion', '') },
      ...facts(safe),
      { p: 'If you don’t know what this is about, you can ignore this email: nothing happens unless you accept.' },
    ]),
  )
}

/** To the guest. */
export function claimedEmail(to: string, url: string, giver: GuestPlace, occasion: EventSummary, rsvp: RsvpSummary) {
  const { name } = occasion
  const news = `The person you sent a link to now answers for themselves at “${name}”, with the seat you had taken for them. You are still coming${along(rsvp.companions?.length ?? 0)}.`
  return toGuest(
    giver,
    plain(to, `Your companion at “${name}” has a seat of their own`, about(url, giver, occasion, news, ownLink(url, giver))),
  )
}
