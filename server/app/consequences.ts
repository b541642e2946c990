// What the write path adds to every commit, whichever call or job made it: the list of all consequences of a changed seat or answer.
import { type AlsoWritten, endedIn, pairsIn } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { dropOutNews } from '#server/mail/digest/follows.ts'
import { checkoutsEnded } from '#server/money/checkout/follows.ts'
import { wordsKept } from '#server/people/account/follows.ts'
import { picturesOfUser, users } from '#server/people/model/account.ts'
import { brands, picturesOfBrand } from '#server/people/model/brand.ts'
import { teammates } from '#server/people/model/team.ts'
import { showing, usesOf } from '#server/people/picture/follows.ts'
import { activityOf } from '#server/record/activity/actions.ts'
import { ledgerOf } from '#server/record/ledger/follows.ts'
import { assignmentEmails } from '#server/seats/assign/follows.ts'
import { calendarEntry, entriesAnew } from '#server/seats/calendar/follows.ts'
import { companionClaimed } from '#server/seats/companion/follows.ts'
import { shortLinksOf } from '#server/seats/group/follows.ts'
import { dataErased, holdingsOf } from '#server/seats/guest/follows.ts'
import { handOverEnded } from '#server/seats/handover/follows.ts'
import { events, photosOfEvent } from '#server/seats/model/event.ts'
import { groups, settingsRevOf } from '#server/seats/model/group.ts'
import type { Rsvp } from '#server/seats/model/rsvp.ts'
import { removalEmails } from '#server/seats/removal/follows.ts'
import { ownAnswerSaved } from '#server/seats/rsvp/follows.ts'
import { type Consequence, followBy } from '#server/seats/seating/follow.ts'
import { rolesDropped } from '#server/seats/team/follows.ts'
import { waitlistEmails } from '#server/seats/waitlist/follows.ts'

const isInLine = (rsvp: Rsvp | undefined) => rsvp?.waits !== undefined || rsvp?.offers !== undefined

/** R138: what follows from every changed seat and answer, whichever way it changed; and which changes each is asked about. */
export const consequences: readonly Consequence[] = [
  { when: ({ isErased }) => isErased, adds: dataErased },
  { when: ({ by, isErased }) => by === 'holder' && !isErased, adds: ownAnswerSaved },
  { when: ({ before, after }) => isInLine(before) || isInLine(after), adds: waitlistEmails },
  { when: ({ by }) => by === 'person', adds: assignmentEmails },
  { when: ({ removal }) => removal !== undefined, adds: removalEmails },
  { when: ({ before, by }) => before?.handOver !== undefined && by !== 'holder', adds: handOverEnded },
  { when: ({ before, by }) => before?.companions !== undefined && by === 'guest', adds: companionClaimed },
  // R153: an email about several groups cancels none of their entries: what one carries has one UID.
  {
    when: ({ event, isErased, isOneOfMany }, isMailed) => event !== undefined && isMailed && !(isErased && isOneOfMany),
    adds: calendarEntry,
  },
  { when: ({ before, by }) => before !== undefined && by === 'holder', adds: dropOutNews },
]

/** R224: which records show uploaded pictures, and by which names. */
const picturesShown = [showing(events, photosOfEvent), showing(brands, picturesOfBrand), showing(users, picturesOfUser)]
const countUses = usesOf(picturesShown)
const picturesInUse: AlsoWritten = async (tools, tx, acted) =>
  picturesShown.some(({ collection }) => acted.pairs.has(collection.name)) ? countUses(tools, tx, acted) : []

/** R236a */
const checkoutsToClose: AlsoWritten = async (tools, tx, acted) =>
  endedIn(acted.pairs, groups).length > 0 || endedIn(acted.pairs, users).length > 0 ? checkoutsEnded(tools, tx, acted) : []

/** R250: only settings of a group, or its event, stand in an entry; an answer changes neither. */
export const entriesShown: AlsoWritten = async (tools, tx, acted) => {
  const isSet = pairsIn(acted.pairs, groups).some(({ before, after }) => before && after && settingsRevOf(before) !== settingsRevOf(after))
  return isSet || acted.pairs.has(events.name) ? entriesAnew(tools, tx, acted) : []
}

/** R232c */
export const wordsToFindBy: AlsoWritten = async (tools, tx, acted) => (acted.pairs.has(users.name) ? wordsKept(tools, tx, acted) : [])

/** R209 */
const rolesOff: AlsoWritten = async (tools, tx, acted) => (acted.pairs.has(teammates.name) ? rolesDropped(tools, tx, acted) : [])

/** What the write path adds to every commit: lines of the activity (R105) and of the ledger (R156), short links (R128), what one person holds (R145), checkouts to close (R236a), news of what calendars show (R250), the words that people are found by (R232c), teams without roles that were dropped (R209), and all that follows from a seat. */
export const derived: Pick<Services, 'activityOf' | 'besides' | 'follow'> = {
  activityOf,
  besides: [ledgerOf, shortLinksOf, holdingsOf, picturesInUse, checkoutsToClose, entriesShown, wordsToFindBy, rolesOff],
  follow: followBy(consequences),
}
