// Every collection of the product with its indexes: what an engine creates and verifies at start.
import { hourCounts, loginCounts, tokens } from '../access/model.ts'
import { usernames, users } from '../account/model.ts'
import { activities, forgettings, undoTexts } from '../activity/model.ts'
import { grants } from '../assign/model.ts'
import { calendarFeeds } from '../calendar/model.ts'
import { digests, news } from '../digest/model.ts'
import { noticeDays } from '../emails/notice-days.ts'
import { emails } from '../emails/outbox.ts'
import { events } from '../event/model.ts'
import { groups } from '../group/model.ts'
import { retentions } from '../guest/model.ts'
import { histories } from '../history/model.ts'
import { sendings } from '../invitation/model.ts'
import { fanouts } from '../jobs/fanout.ts'
import { messagePages, messages, messageTallies } from '../message/model.ts'
import { addressMarks, stops } from '../notice/model.ts'
import { backups } from '../operations/backups.ts'
import { heartbeats } from '../operations/heartbeat.ts'
import { operatorActs } from '../operator/model.ts'
import { emailCounts, members, orgs } from '../org/model.ts'
import { handledEvents, openCheckouts, paymentTroubles } from '../plan/model.ts'
import { sandboxRecords } from '../ports/payments-sandbox.ts'
import { presences } from '../presence/model.ts'
import { proofCodes } from '../proof/model.ts'
import { reminderRuns } from '../reminder/model.ts'
import { rsvps } from '../rsvp/model.ts'
import { waitPages } from '../waitlist/model.ts'
import { keptReplies } from '../write/idempotency.ts'
import { tickets } from '../write/tickets.ts'
import { storeStates } from './migrate.ts'
import { servings } from './servings.ts'
import type { Collection, Stored } from './store.ts'

/** What this installation keeps of itself. */
interface Installation extends Stored {
  /** Derives ids (`Secrets.idOf`): made once, and kept for as long as the store lives. */
  readonly idKey: string
}
export const installations: Collection<Installation> = { name: 'installations', indexes: {} }

export const collections: readonly Collection<never>[] = [
  installations,
  users,
  usernames,
  tokens,
  hourCounts,
  loginCounts,
  events,
  groups,
  histories,
  rsvps,
  waitPages,
  orgs,
  members,
  emailCounts,
  grants,
  messages,
  messagePages,
  messageTallies,
  stops,
  addressMarks,
  proofCodes,
  emails,
  keptReplies,
  fanouts,
  sendings,
  retentions,
  calendarFeeds,
  handledEvents,
  openCheckouts,
  paymentTroubles,
  operatorActs,
  sandboxRecords,
  tickets,
  presences,
  heartbeats,
  reminderRuns,
  noticeDays,
  backups,
  news,
  digests,
  activities,
  undoTexts,
  forgettings,
  storeStates,
  servings,
]
