// The controls of the race tests: the product with one guard taken off, to show that the race is real and the guard holds it.
import type { Secrets } from '#server/ports/secrets.ts'
import { type Collection, RevisionConflict, type Store, type Stored, type Write } from '#server/store/store.ts'

async function overWhatStands(store: Store, write: Write): Promise<Write[]> {
  const collection = write.collection as unknown as Collection<Stored>
  const stands = (await store.get(collection, 'put' in write ? write.put._id : write.drop))?.rev ?? 0
  if (!('put' in write)) return stands > 0 ? [{ ...write, over: stands }] : []
  return [{ ...write, over: stands, put: { ...write.put, rev: Math.max(write.put.rev, stands + 1) } }]
}

/** A store whose commit goes over whatever stands there: the revision a decision was made on is ignored. */
export const withoutRevisions = (store: Store): Store => ({
  get: (collection, id) => store.get(collection, id),
  find: (collection, query) => store.find(collection, query),
  async commit(writes) {
    for (;;) {
      const forced = (await Promise.all(writes.map((write) => overWhatStands(store, write)))).flat()
      const conflict = await store.commit(forced).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (conflict === undefined) return
      if (!(conflict instanceof RevisionConflict)) throw conflict
    }
  },
  get commits() {
    return store.commits
  },
  close: () => store.close(),
})

/** Secrets that give every RSVP an id of its own, instead of the one that follows from event, group and e-mail. */
export const withoutOneIdPerGuest = (secrets: Secrets): Secrets => ({
  ...secrets,
  idOf: (...parts) => (parts[0] === 'rsvp' ? secrets.randomId() : secrets.idOf(...parts)),
})

/** A store that keeps nothing of a letter to nobody: what is asked for by an unknown e-mail then takes less time. */
export const withoutDecoys = (store: Store): Store => ({
  ...withoutRevisions(store),
  commit: (writes) =>
    writes.some((write) => 'put' in write && 'to' in write.put && write.put.to === '') ? Promise.resolve() : store.commit(writes),
  get commits() {
    return store.commits
  },
})
