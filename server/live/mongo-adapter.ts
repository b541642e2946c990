// Socket.IO's cluster adapter over MongoDB: what one process has to say to the others is a document that a change stream brings them.
import { createAdapter } from '@socket.io/mongo-adapter'
import type { Db } from 'mongodb'
import type { AdapterFactory } from './slices.ts'

/** Change streams read the log of the database, not the collection. Views hold names and e-mails: what was told is soon removed. */
const keptSeconds = 60

/** Makes the collection and gives what `openLive` takes. What gets lost is noticed and made good, so no message waits for a second member. */
export async function mongoAdapter(scratch: Db): Promise<AdapterFactory> {
  const live = scratch.collection('live')
  await live.createIndex({ createdAt: 1 }, { expireAfterSeconds: keptSeconds })
  return createAdapter(live, { addCreatedAtField: true }) as AdapterFactory
}
