// What a restore leaves out (R156): whatever let somebody in when the backup was made, and the emails that would still bring it.

import { type Installation, installations } from '#server/app/store/collections.ts'
import { calendarFeeds } from '#server/kernel/calendar/model.ts'
import { type Email, emails } from '#server/kernel/emails/outbox.ts'
import { newSecret } from '#server/kernel/ports/secrets.ts'
import { type AccessToken, type TokenKind, tokens } from '#server/people/model/access.ts'
import { proofCodes } from '#server/people/model/proof.ts'
import { type LedgerLine, ledger } from '#server/record/ledger/model.ts'
import { doorPhones } from '#server/seats/model/door.ts'
import { type Entries, type Entry, entryOf } from './records.ts'

const tokenNames: Readonly<Record<TokenKind, string>> = {
  login: 'logins',
  organizer: 'access links',
  verify: 'links that verify an account',
  reset: 'links that reset a password',
}
const codeName = 'codes'
const doorName = 'phones at doors'
const feedName = 'calendar feeds'
export const emailName = 'emails with such a link or code, which were not sent yet'

/** What it is called that a record lets in; undefined where it lets nobody in. */
function bearerOf({ collection: { name }, record }: Entry): string | undefined {
  if (name === tokens.name) return tokenNames[(record as AccessToken).kind] ?? 'links'
  if (name === calendarFeeds.name) return feedName
  if (name === doorPhones.name) return doorName
  if (name === proofCodes.name) return codeName
  const { sealed, state } = record as Email
  return name === emails.name && typeof sealed === 'string' && state !== 'sent' ? emailName : undefined
}

/** Whatever was signed counts no more once the installation is in another era. */
const inNewBearerEra = (entry: Entry): Entry =>
  entry.collection.name === installations.name
    ? entryOf(entry.collection, { ...(entry.record as Installation), bearerEra: newSecret() } as Installation)
    : entry

/** What was left out, by its name, and the ledger as the backup holds it. */
export interface Ended {
  readonly counts: Map<string, number>
  readonly lines: LedgerLine[]
}

/** Gives what comes back, and says in `ended` what doesn't. */
export async function* withoutBearers(entries: Entries, { counts, lines }: Ended): AsyncGenerator<Entry> {
  for await (const entry of entries) {
    const bearer = bearerOf(entry)
    if (bearer !== undefined) counts.set(bearer, (counts.get(bearer) ?? 0) + 1)
    else if (entry.collection.name === ledger.name) lines.push(entry.record as LedgerLine)
    else yield inNewBearerEra(entry)
  }
}
