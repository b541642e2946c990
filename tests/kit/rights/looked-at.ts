// How many wrong codes were looked at: all are refused alike (R15a), so that is seen only in what is kept.
import type { Store } from '#server/kernel/store/store.ts'
import { type ProofCode, proofCodes } from '#server/people/model/proof.ts'
import { storeWith } from '../faults/store-with.ts'

const triesIn = ({ triesBy = {} }: ProofCode) => Object.values(triesBy).reduce((sum, one) => sum + one, 0)

/** Counts by what is committed over the store, or stores, that it wraps: each commit adds to the tries of the revision it was decided on. */
export function countLooks() {
  const tries = new Map<string, number>()
  let looks = 0
  const wrap = (store: Store): Store =>
    storeWith(store, {
      async commit(writes) {
        await store.commit(writes)
        for (const write of writes) {
          if (write.collection.name !== proofCodes.name || !('put' in write)) continue
          const { _id, rev } = write.put
          const total = triesIn(write.put as ProofCode)
          looks += Math.max(0, total - (tries.get(`${_id} ${write.expectedRev}`) ?? 0))
          tries.set(`${_id} ${rev}`, total)
        }
      },
    })
  return { wrap, looks: () => looks }
}
