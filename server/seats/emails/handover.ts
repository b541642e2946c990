// What is emailed when a seat is handed over. The giver's name is put in when the email is sent, and the other's never is: what is kept names neither (R96).
import { rolesInWords } from '#protocol/seats/standing/words.ts'
import type { CalendarEntry } from '#server/kernel/calendar/model.ts'
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

/** To whoever was named, who may have asked for nothing: without links but ours, and without a word that the giver typed but their name (R117). It goes when the giver's data is erased. */
export function offeredEmail(to: string, url: string, giver: GuestPlace, occasion: EventSummary, id: string) {
  const safe = withUnlinkedName(occasion)
  return toGuest(
    giver,
    unasked(to, `You’re offered a seat at “${safe.name}”`, [
      ...(safe.start ? [cover(url, giver)] : []),
      { handOver: { rsvpId: giver.rsvpId, id }, link: withToken(url, '/hand-over', '') },
      ...facts(safe),
      { p: 'If you don’t know what this is about, you can ignore this email: nothing happens unless you accept.' },
    ]),
  )
}

/** To the giver. */
export function acceptedEmail(
  to: string,
  url: string,
  giver: GuestPlace,
  occasion: EventSummary,
  rsvp: RsvpSummary,
  calendar?: CalendarEntry,
) {
  const left = rsvp.attending
    ? `You are still coming as ${rolesInWords(rsvp.roles)}.`
    : 'You are no longer invited, and don’t need to do anything.'
  return toGuest(
    giver,
    plain(
      to,
      `Your seat at “${occasion.name}” was handed over`,
      about(url, giver, occasion, `The person you named accepted your seat at “${occasion.name}”. ${left}`, ownLink(url, giver)),
    ),
    calendar,
  )
}

/** To the giver, who keeps it. */
const keptEmail = (to: string, url: string, giver: GuestPlace, occasion: EventSummary, why: string) =>
  toGuest(
    giver,
    plain(
      to,
      `Your seat at “${occasion.name}” is still yours`,
      about(
        url,
        giver,
        occasion,
        `${why}, so it is still yours.`,
        { p: 'If you can’t come, you can name someone else, or give the seat back.' },
        ownLink(url, giver),
      ),
    ),
  )

export const declinedEmail = (to: string, url: string, giver: GuestPlace, occasion: EventSummary) =>
  keptEmail(to, url, giver, occasion, `The person you named can’t take your seat at “${occasion.name}”`)

/** After its time is over. */
export const lapsedEmail = (to: string, url: string, giver: GuestPlace, occasion: EventSummary) =>
  keptEmail(to, url, giver, occasion, `The person you named did not take your seat at “${occasion.name}” in time`)
