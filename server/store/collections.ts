// Every collection of the product with its indexes: what an engine creates and verifies at start.
import { hourCounts, loginCounts, tokens } from '../access/model.ts'
import { usernames, users } from '../account/model.ts'
import { grants } from '../assign/model.ts'
import { events } from '../event/model.ts'
import { fanouts } from '../fanout.ts'
import { groups } from '../group/model.ts'
import { heartbeats } from '../heartbeat.ts'
import { emails } from '../mail.ts'
import { answers } from '../once.ts'
import { letterCounts, members, orgs } from '../org/model.ts'
import { handledEvents, openCheckouts } from '../plan/model.ts'
import { sandboxRecords } from '../ports/payments-sandbox.ts'
import { proofCodes, rsvps } from '../rsvp/model.ts'
import { tickets } from '../turns.ts'
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
  rsvps,
  orgs,
  members,
  letterCounts,
  grants,
  proofCodes,
  emails,
  answers,
  fanouts,
  handledEvents,
  openCheckouts,
  sandboxRecords,
  tickets,
  heartbeats,
]

/** Grows when records change in a way that older code must not touch. */
export const storeVersion = 1
