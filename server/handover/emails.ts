// What is emailed when a seat is handed over. The giver's name is put in when the email is sent, and the other's never is: what is kept names neither (R96).
import type { OwnRsvp } from '#protocol/rsvp.ts'
import type { CalendarEntry } from '../calendar/model.ts'
import { withUnlinkedName } from '../emails/names.ts'
import { about, type GuestPlace, type Occasion, ownLink, plain, toGuest, unasked, when, withToken } from '../emails/parts.ts'

/** To whoever was named, who may have asked for nothing: without links but ours, and without a word that the giver typed but their name (R117). It goes when the giver's data is erased. */
export function offeredEmail(to: string, url: string, giver: GuestPlace, occasion: Occasion, id: string) {
  const safe = withUnlinkedName(occasion)
  return toGuest(
    giver,
    unasked(to, `A seat at “${safe.name}” is offered to you`, [
      { handOver: { rsvpId: giver.rsvpId, id }, link: withToken(url, '/hand-over', '') },
      ...(safe.start ? [{ p: `“${safe.name}” starts on ${when(safe)}.` }] : []),
      ...about(safe),
      { p: 'If this means nothing to you, you can ignore this email: nothing happens unless you accept.' },
    ]),
  )
}

/** To the giver. */
export function acceptedEmail(to: string, url: string, giver: GuestPlace, occasion: Occasion, rsvp: OwnRsvp, calendar?: CalendarEntry) {
  const left = rsvp.attending ? `You still come as ${rsvp.roles.join(', ')}.` : 'Your answer is a no now, and there is nothing more to do.'
  return toGuest(
    giver,
    plain(to, `Your seat at “${occasion.name}” was handed over`, [
      { p: `The person you named accepted your seat at “${occasion.name}”. ${left}` },
      ownLink(url, giver),
    ]),
    calendar,
  )
}

export const declinedEmail = (to: string, url: string, giver: GuestPlace, occasion: Occasion) =>
  toGuest(
    giver,
    plain(to, `Your seat at “${occasion.name}” is still yours`, [
      { p: `The person you named can’t take your seat at “${occasion.name}”. It is yours as before.` },
      { p: 'If you can’t come, you can name somebody else, or give the seat back.' },
      ownLink(url, giver),
    ]),
  )

/** After its time is over. */
export const lapsedEmail = (to: string, url: string, giver: GuestPlace, occasion: Occasion) =>
  toGuest(
    giver,
    plain(to, `Your seat at “${occasion.name}” is still yours`, [
      { p: `The person you named did not take your seat at “${occasion.name}” in time. It is yours as before.` },
      { p: 'If you can’t come, you can name somebody else, or give the seat back.' },
      ownLink(url, giver),
    ]),
  )
