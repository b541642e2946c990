// What is emailed to those who wait for a role.
import { rolesInWords } from '#protocol/seats/standing/words.ts'
import type { CalendarEntry } from '#server/kernel/calendar/model.ts'
import { about, type EventSummary, type GuestPlace, ownLink, plain, stays, toGuest, unasked } from '#server/kernel/emails/parts.ts'
import type { RsvpSummary } from '#server/seats/model/rsvp.ts'
import { places, standing, weWillWrite } from './standing.ts'

/** R89: what an invitee gets after an answer that waits. */
export function waitingEmail(
  to: string,
  url: string,
  guest: GuestPlace,
  occasion: EventSummary,
  rsvp: RsvpSummary,
  calendar?: CalendarEntry,
) {
  const { name } = occasion
  const news =
    rsvp.roles.length > 0
      ? `You are coming to “${name}” as ${rolesInWords(rsvp.roles)}, and you are on the waitlist: ${places(rsvp)}.`
      : `You are on the waitlist for “${name}”: ${places(rsvp)}.`
  const blocks = about(url, guest, occasion, news, weWillWrite, ownLink(url, guest))
  return toGuest(
    guest,
    plain(to, `You are on the waitlist for “${name}”`, standing({ state: 'waiting', waiting: rsvp.waiting }, blocks)),
    calendar,
  )
}

interface Seats {
  readonly seats: number
  /** How many they had waited for. */
  readonly of: number
}
/** R172: where a party came with fewer than it wished, it is told so. */
const fewer = ({ seats, of }: Seats) =>
  seats < of ? [{ p: `You had asked for ${of}. For the others you can join the waitlist again.` }] : []

/** All that they have by now. */
interface SeatRoles {
  readonly roles: readonly string[]
}
/** R90 */
export function seatGivenEmail(to: string, url: string, guest: GuestPlace, occasion: EventSummary, role: string, party: Seats & SeatRoles) {
  const { seats, roles } = party
  const news =
    seats > 1
      ? `${seats} seats became free, and they are yours: you have ${seats} as “${role}” at “${occasion.name}”.`
      : `A seat opened up, and it’s yours: “${role}” at “${occasion.name}”.`
  const ask = { p: 'If you can no longer come, please say so, and the next person gets the seat.' }
  const blocks = about(url, guest, occasion, news, ...fewer(party), ask, ownLink(url, guest))
  return toGuest(
    guest,
    plain(to, `You have a seat: “${role}” at “${occasion.name}”`, standing({ state: 'coming', roles, hasRoles: true }, blocks)),
  )
}

interface OfferEmail {
  readonly roleId: string
  readonly seats: number
  /** R149: groups whose seats accepting gives back. */
  readonly instead: readonly string[]
  /** R148: of how many groups they choose to give theirs back. */
  readonly choose: number
  /** What the email is known by. */
  readonly emailId: string
}
/** R91. It takes a click on the page to accept (R116); until when it can be is said as of when the email leaves (R251). */
export function seatOfferedEmail(to: string, url: string, guest: GuestPlace, occasion: EventSummary, role: string, offered: OfferEmail) {
  const { roleId, seats, instead, choose, emailId } = offered
  const then = { p: `If you don’t accept ${seats > 1 ? 'them' : 'it'} by then, the next person gets ${seats > 1 ? 'them' : 'it'}.` }
  const swap = { p: `It is at the same time as your seat in “${instead.join('”, “')}”: if you accept, you give that one back.` }
  const held = { heldFor: { rsvpId: guest.rsvpId, roleId } }
  const pick = {
    p: `You have seats in as many groups as one person may: if you accept, you choose which ${choose > 1 ? `${choose} of them` : 'of them'} you give back.`,
  }
  const blocks = about(
    url,
    guest,
    occasion,
    held,
    ...(instead.length > 0 ? [swap] : []),
    ...(choose > 0 ? [pick] : []),
    ownLink(url, guest, 'Accept or decline'),
    then,
  )
  const asked = standing({ state: 'offered', roles: [role], seats, isAsked: true }, blocks)
  return {
    ...toGuest(guest, plain(to, `A seat is held for you: “${role}” at “${occasion.name}”`, asked)),
    latest: { id: emailId, says: 'offered' },
  }
}

/** R91 */
export function offerOverEmail(to: string, url: string, guest: GuestPlace, occasion: EventSummary, role: string) {
  const news = `The seat as “${role}” at “${occasion.name}” is no longer held for you: the time to accept it ran out.${stays(guest)}`
  const again = { p: 'If you still want the role, you can join the waitlist again.' }
  const blocks = about(url, guest, occasion, news, again, ownLink(url, guest))
  return toGuest(guest, plain(to, `Your offer at “${occasion.name}” has ended`, blocks))
}

/** R90, R92: taken off the list by the organizer, or not allowed to attend any more. */
export function waitEndedEmail(to: string, url: string, guest: GuestPlace, occasion: EventSummary, role: string) {
  const news = `You were taken off the waitlist for “${role}” at “${occasion.name}”.${stays(guest)}`
  const blocks = about(url, guest, occasion, news, ownLink(url, guest))
  return toGuest(guest, unasked(to, `You are no longer on the waitlist for “${role}” at “${occasion.name}”`, blocks))
}

/** R93 */
export function movedToWaitlistEmail(to: string, url: string, guest: GuestPlace, occasion: EventSummary, role: string) {
  const news = `“${occasion.name}” has fewer seats for “${role}” than before, so you are now at the front of the waitlist.${stays(guest)}`
  const blocks = about(url, guest, occasion, news, weWillWrite, ownLink(url, guest))
  return toGuest(guest, unasked(to, `You are on the waitlist for “${role}” at “${occasion.name}”`, blocks))
}
