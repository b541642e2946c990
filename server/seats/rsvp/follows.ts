// What follows for a guest from their own answer: an email that says how it stands (R66).
import { companionsOf, needOf } from '#server/seats/model/companion.ts'
import { isConfirmed, isRemoved, type Rsvp } from '#server/seats/model/rsvp.ts'
import { answerConfirmation } from '#server/seats/notices/answers.ts'
import type { SeatChange } from '#server/seats/seating/change.ts'
import { type Adds, nothing } from '#server/seats/seating/follow.ts'

const sameList = (one: readonly string[], other: readonly string[]) => one.length === other.length && one.every((id) => other.includes(id))
const isSameAnswers = (one: Rsvp['answers'], other: Rsvp['answers']) => one === other || JSON.stringify(one) === JSON.stringify(other)
/** R175: who was sent a link is the same companion. */
const partyOf = (rsvp: Rsvp) => companionsOf(rsvp).map(({ link: _, ...one }) => one)
const isSameParty = (one: Rsvp, other: Rsvp) =>
  one.companions === other.companions || JSON.stringify(partyOf(one)) === JSON.stringify(partyOf(other))
const waitsOf = (rsvp: Rsvp): string[] => {
  const { waits = [], keepWaiting = false, replaceRole = false } = rsvp
  return waits.length > 0 ? [...waits.map(({ roleId }) => roleId), `${keepWaiting} ${replaceRole} ${needOf(rsvp)}`] : []
}

/** Whether the answer itself says something else: a new link, or an offer that is declined, changes nothing of it. */
function isNews({ before, after, group }: Pick<SeatChange, 'before' | 'after' | 'group'>): boolean {
  if (!before || !after) return true
  return (
    before.attending !== after.attending ||
    isRemoved(before) !== isRemoved(after) ||
    before.name !== after.name ||
    before.note !== after.note ||
    !isSameAnswers(before.answers, after.answers) ||
    !isSameParty(before, after) ||
    isConfirmed(before, group) !== isConfirmed(after, group) ||
    !sameList(before.roleIds, after.roleIds) ||
    after.roleIds.some((id) => before.seatedAt?.[id] !== after.seatedAt?.[id]) || // given back, and had anew
    !sameList(waitsOf(before), waitsOf(after))
  )
}

/** The email is written when it is sent (`notices/answers.ts`): in the commit of an answer nothing is worded. */
export const ownAnswerSaved: Adds = (_, __, change) => {
  const { before, after, group } = change
  return after && isNews(change) ? { emails: [answerConfirmation(group, before, after)] } : nothing
}
