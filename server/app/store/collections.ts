// Every collection of the product with its indexes.

import { operatorActs } from '#server/app/model/operator.ts'
import { calendarFeeds } from '#server/kernel/calendar/model.ts'
import { emails } from '#server/kernel/emails/outbox.ts'
import { sandboxRecords } from '#server/kernel/ports/payments-sandbox.ts'
import { formerIds } from '#server/kernel/store/former-ids.ts'
import { storeStates } from '#server/kernel/store/migrate.ts'
import { formerCollections } from '#server/kernel/store/migrations/all.ts'
import { servings } from '#server/kernel/store/serving-processes.ts'
import type { Collection, Stored } from '#server/kernel/store/store.ts'
import { keptReplies } from '#server/kernel/write/idempotency.ts'
import { tickets } from '#server/kernel/write/tickets.ts'
import { noticeDays } from '#server/mail/delivery/notice-days.ts'
import { hourCounts, loginCounts, tokens } from '#server/people/model/access.ts'
import { usernames, users } from '#server/people/model/account.ts'
import { accountWords } from '#server/people/model/account-words.ts'
import { brands } from '#server/people/model/brand.ts'
import { emailCounts, members, orgs } from '#server/people/model/org.ts'
import { pictureBudgets, pictures } from '#server/people/model/picture.ts'
import { handledEvents, openCheckouts, paymentTroubles } from '#server/people/model/plan.ts'
import { presences } from '#server/people/model/presence.ts'
import { proofCodes } from '#server/people/model/proof.ts'
import { teammates } from '#server/people/model/team.ts'
import { ledger } from '#server/record/ledger/model.ts'
import { fanouts } from '#server/seats/fanout/record.ts'
import { activities, forgettings, undoAnswers, undoTexts } from '#server/seats/model/activity.ts'
import { digests, news } from '#server/seats/model/digest.ts'
import { attendances, doorCounts, doorLeases, doorPhones, doorScans } from '#server/seats/model/door.ts'
import { events } from '#server/seats/model/event.ts'
import { groups, shortLinks } from '#server/seats/model/group.ts'
import { holdings, retentions } from '#server/seats/model/guest.ts'
import { histories } from '#server/seats/model/history.ts'
import { sendings } from '#server/seats/model/invitation.ts'
import { messagePages, messages, messageTallies } from '#server/seats/model/message.ts'
import { addressMarks, stops } from '#server/seats/model/notice.ts'
import { reminderRuns } from '#server/seats/model/reminder.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { waitPages } from '#server/seats/model/waitlist.ts'
import { backups } from './backups.ts'
import { heartbeats } from './heartbeat.ts'

/** What this installation keeps of itself. */
export interface Installation extends Stored {
  /** Derives ids (`Secrets.idOf`): made once, and kept for as long as the store lives. */
  readonly idKey: string
  /** R156: random, made at each restore. Part of the key that signs links and proofs, so that none from before counts; absent until the first. */
  readonly bearerEra?: string
}
export const installations: Collection<Installation> = { name: 'installations', indexes: {} }

/** What this version keeps. */
export const currentCollections: readonly Collection<never>[] = [
  installations,
  users,
  usernames,
  accountWords,
  tokens,
  hourCounts,
  loginCounts,
  events,
  groups,
  shortLinks,
  histories,
  rsvps,
  waitPages,
  holdings,
  doorPhones,
  attendances,
  doorCounts,
  doorScans,
  doorLeases,
  orgs,
  brands,
  members,
  emailCounts,
  teammates,
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
  undoAnswers,
  forgettings,
  pictures,
  pictureBudgets,
  ledger,
  storeStates,
  formerIds,
  servings,
]

/** What an engine creates and verifies at start, and what a store or a backup of an earlier version may hold. */
export const collections: readonly Collection<never>[] = [...currentCollections, ...formerCollections]
