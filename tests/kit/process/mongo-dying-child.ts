// The real server over MongoDB, which ends itself with kill -9 at a moment between a commit and its telling. For controls: one that tells by hand.
import { ClientSession } from 'mongodb'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { type MongoStore, openMongo } from '#server/kernel/store/mongo/engine.ts'
import type { CommittedChange, Follower, Write } from '#server/kernel/store/store.ts'

/** DIES: one of `dyingMoments`; OF: at a commit that writes to this collection; BY_HAND: see below. */
const { DIES = '', OF = '', BY_HAND } = process.env

function die(moment: string) {
  if (moment !== DIES) return
  process.kill(process.pid, 'SIGKILL')
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
const isMeant = (writes: readonly Write[]) => writes.some(({ collection }) => collection.name === OF)
const changesOf = (writes: readonly Write[]) =>
  writes.map((write): CommittedChange => {
    const isDropped = 'drop' in write
    return { collection: write.collection.name, record: isDropped ? write.drop : write.put, isDropped }
  })

// All stores of the engine share these methods, so the one that main.ts opens has them too.
const engine = await openMongo({ uri: process.env.MONGODB_URI ?? '', collections: [], version: storeVersion })
const methods = Object.getPrototypeOf(engine) as MongoStore
const { commit, follow } = methods
await engine.close()

let isCommitting = false
const { commitTransaction } = ClientSession.prototype
ClientSession.prototype.commitTransaction = async function (this: ClientSession, ...options) {
  await commitTransaction.apply(this, options)
  if (isCommitting) die('committed')
}
methods.commit = async function (this: MongoStore, writes: readonly Write[]) {
  if (!isMeant(writes)) return commit.call(this, writes)
  die('before')
  isCommitting = true
  await commit.call(this, writes)
  isCommitting = false
  die('acknowledged')
  setTimeout(() => die('replied'), 5)
  if (BY_HAND) await this.scratch.collection('byHand').insertOne({ text: JSON.stringify(changesOf(writes)) })
}
methods.follow = async function (this: MongoStore, collections, follower) {
  const changed: Follower['changed'] = (changes) => {
    const isOwn = changes.some(({ collection }) => collection === OF)
    if (isOwn) die('heard')
    follower.changed(changes)
    if (isOwn) die('told')
  }
  if (!BY_HAND) return follow.call(this, collections, { changed, missed: () => follower.missed() })
  // Guard off: what is told is a second act beside the commit, sent by whoever has committed.
  const stream = this.scratch.collection('byHand', { readConcern: { level: 'majority' } }).watch()
  stream.on('change', (event) => {
    if (event.operationType === 'insert') changed(JSON.parse(String(event.fullDocument.text)) as CommittedChange[])
  })
  return { lagMs: () => 0, why: () => '' }
}

await import('#server/app/main.ts')
