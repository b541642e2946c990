// Every migration, in order: the first leads from store version 1, which release 0.1.0 wrote, to version 2. None is ever changed or taken out.
import type { Migration } from '#server/kernel/store/migrate.ts'
import type { Collection } from '#server/kernel/store/store.ts'
import { editsAndWaitlists } from './1-edits-and-waitlists.ts'
import { names } from './2-names.ts'
import { mailboxes } from './3-mailboxes.ts'
import { accountWords } from './4-account-words.ts'
import { unreached } from './5-unreached.ts'

export const migrations: readonly Migration[] = [editsAndWaitlists, names, mailboxes, accountWords, unreached]

/** What this program writes and reads. An older one must not touch a store of it. */
export const storeVersion = migrations.length + 1

/** What collections were called before: read from stores and backups of those versions, and empty in any other. */
export const formerCollections: readonly Collection<never>[] = migrations
  .flatMap(({ renames = {} }) => Object.keys(renames))
  .map((name) => ({ name, indexes: {} }))
