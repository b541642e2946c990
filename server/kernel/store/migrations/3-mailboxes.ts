// One spelling for each mailbox (R244b): addresses are kept with their domain in ASCII, and what was kept under another spelling is found all the same.
import { domainToASCII } from 'node:url'
import type { Led } from '#server/kernel/store/former-ids.ts'
import type { Migration, OldRecord } from '#server/kernel/store/migrate.ts'

const unseen = /\p{Default_Ignorable_Code_Point}/gu
/** The one spelling of an address that is kept; '' where it has none. */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = domainToASCII(address.slice(at + 1))
  const local = address.slice(0, Math.max(at, 0)).normalize('NFKC').toLowerCase().normalize('NFKC').replace(unseen, '')
  return local && domain ? `${local}@${domain}` : ''
}

/** What is called so holds an address, wherever in a record it stands. */
const ofAddress = /^(?:[a-zA-Z]*[eE]mail|to|replyTo|repliesTo|handOverTo|tenant)$/

function respelled(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return ofAddress.test(key) ? mailboxOf(value) || value : value
  if (Array.isArray(value)) return value.map((one) => respelled(one, key))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, respelled(one, name)]))
}
const change = (record: OldRecord) => respelled(record) as OldRecord

const text = (value: unknown) => (typeof value === 'string' ? value : '')
/** Accounts first: where two records claim one mailbox, the account that is there decides. */
const changed = [
  'users',
  'rsvps',
  'members',
  'grants',
  'tokens',
  'events',
  'groups',
  'messages',
  'emails',
  'undoAnswers',
  'undoTexts',
  'keptReplies',
]

/** What is found by the address of a record, the record itself included. One in plain ASCII has always been as it is. */
function ledBy(collection: string, { email, eventId, groupId, orgId }: OldRecord): Led[] {
  const before = text(email)
  const after = mailboxOf(before) || before
  if (before === after && !before.includes('xn--')) return []
  const led = (name: string, ...parts: readonly string[]): Led => ({ collection: name, was: [...parts, before], is: [...parts, after] })
  const own: Readonly<Record<string, readonly Led[]>> = {
    rsvps: [led('rsvps', 'rsvp', text(eventId), text(groupId)), led('holdings', 'holding', text(eventId))],
    members: [led('members', 'member', text(orgId))],
    grants: [led('grants', 'team', text(eventId))],
  }
  return [led('users', 'user'), led('addressMarks', 'address'), ...(own[collection] ?? [])]
}

export const mailboxes: Migration = {
  what: 'Each mailbox is kept in one spelling, with its domain in ASCII',
  changes: Object.fromEntries(changed.map((name) => [name, change])),
  ledBy,
}
