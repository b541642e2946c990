// Every migration, in order: the first leads from store version 1, which release 0.1.0 wrote, to version 2. None is ever changed or taken out.
import type { Migration } from '../migrate.ts'
import { editsAndWaitlists } from './1-edits-and-waitlists.ts'

export const migrations: readonly Migration[] = [editsAndWaitlists]

/** What this program writes and reads. An older one must not touch a store of it. */
export const storeVersion = migrations.length + 1
