// A store over a stand-in of its own, and records to write into it: for what one commit comes to.
import { onTestFinished } from 'vitest'
import { collections } from '#server/app/store/collections.ts'
import { emails } from '#server/kernel/emails/outbox.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { openMongo } from '#server/kernel/store/mongo/engine.ts'
import type { Stored, Write } from '#server/kernel/store/store.ts'
import { ownStandIn } from '../kit/process/mongo-house.ts'
import { newDatabase } from '../kit/world/fresh-store.ts'

export const letter = (_id: string, rev: number): Write => ({
  collection: emails,
  put: { _id, rev, to: 'x@y.zz', createdAt: 'now', state: 'sent', dueAt: 'now', expiresAt: 'later' } as Stored,
  expectedRev: rev - 1,
})

/** `more` are options of its address. */
export async function openLetters(more = '') {
  const mongod = await ownStandIn()
  const uri = `${newDatabase(mongod.uri)}${more && `&${more}`}`
  const store = await openMongo({ uri, collections, version: storeVersion })
  onTestFinished(() => store.close())
  return { mongod, uri, store }
}
