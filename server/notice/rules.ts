// Whether a notice may still be sent, decided at the moment of sending.
import type { AddressFault } from '#protocol/group.ts'
import type { NoticeKind } from '#protocol/notice.ts'
import { type Event, statusOf } from '../event/model.ts'
import type { Group } from '../group/model.ts'
import { isConfirmed, isErased, type Rsvp } from '../rsvp/model.ts'
import type { AddressMark, Notice, Stop } from './model.ts'

/** The answer a notice is about, with its group and event as they are now; undefined where they are gone. */
export interface Addressee {
  readonly rsvp: Rsvp | undefined
  readonly group: Group | undefined
  readonly event: Event | undefined
  readonly stop?: Stop | undefined
  readonly mark?: AddressMark | undefined
}

/** Why a notice was not sent: its recipient wants none about this event, can't be reached or complained; or it is no longer true. */
export type Unsent = 'stopped' | AddressFault | 'over'

const holdsRole = ({ roleIds }: Rsvp, { roles }: Group) => roles.some(({ _id }) => roleIds.includes(_id))

/** What has to be true of an answer for each kind. */
const stillTrue: Readonly<Record<NoticeKind, (rsvp: Rsvp, group: Group) => boolean>> = {
  invitation: ({ attending }) => attending === null,
  confirmation: (rsvp, group) =>
    group.showConfirmation && !isConfirmed(rsvp, group) && (rsvp.attending === true || (rsvp.attending === null && holdsRole(rsvp, group))),
  reminder: ({ attending }) => attending === true,
  nudge: ({ attending }) => attending === null,
  message: ({ attending }) => attending !== false,
}

const isTrue = ({ kind, eventId }: Notice, { rsvp, group, event }: Addressee, now: number): boolean => {
  if (!rsvp || isErased(rsvp) || !group || group.cancelledAt !== null) return false
  if (eventId !== null && (!event || statusOf(event, now) !== 'active')) return false
  return stillTrue[kind](rsvp, group)
}

/** R99, R102: why the notice must not be sent; undefined where it still says something true to somebody who is still to hear it. `now` in milliseconds. */
export function whyUnwanted(notice: Notice, addressee: Addressee, now: number): Unsent | undefined {
  const { stop, mark } = addressee
  if (stop) return 'stopped'
  return mark?.fault ?? (isTrue(notice, addressee, now) ? undefined : 'over')
}

export const isStillWanted = (notice: Notice, addressee: Addressee, now: number): boolean =>
  whyUnwanted(notice, addressee, now) === undefined

/** What the email provider says became of an email. */
export interface DeliveryEvent {
  readonly event: string
  readonly type?: string | undefined
  readonly reason?: string | undefined
}
/** R102: what an event says of the address. A block is a no for now; other reasons to drop an email say nothing of it. */
export function faultOf({ event, type = '', reason = '' }: DeliveryEvent): AddressFault | undefined {
  if (event === 'bounce') return type === 'blocked' ? undefined : 'undeliverable'
  if (event === 'spamreport' || (event === 'dropped' && /spam report/i.test(reason))) return 'complained'
  return event === 'dropped' && /bounced address|^invalid/i.test(reason) ? 'undeliverable' : undefined
}
/** R101: what became of one email that was taken, if it did not arrive after all. */
export const failureOf = (event: DeliveryEvent) =>
  event.event === 'bounce' || event.event === 'dropped' ? (faultOf(event) === 'undeliverable' ? 'undeliverable' : 'failed') : undefined
export const isStop = ({ event }: DeliveryEvent) => event === 'unsubscribe' || event === 'group_unsubscribe'

/** R102: the mark of an address after an email failed at `at`; undefined where nothing changes: what is older than the mark, and what follows a complaint. */
export function markAfter(before: AddressMark | undefined, _id: string, fault: AddressFault, at: string): AddressMark | undefined {
  if (before && (before.at >= at || before.fault === 'complained')) return undefined
  return { _id, rev: (before?.rev ?? 0) + 1, fault, at }
}
