// How long everybody waits while somebody sends thousands of members: as a part of what it takes in all (R119g).
import { expect, onTestFinished, test } from 'vitest'
import { collections } from '#server/app/store/collections.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'
import { openChoir } from '../kit/world/organization.ts'
import { longer, onTime, within } from '../kit/world/pace.ts'
import { longestWait } from '../kit/world/turns.ts'
import { openWorld } from '../kit/world/world.ts'
import { newFile } from '../store/sqlite-kit.ts'

test('R119g pace: 4,000 members in one call hold nobody up for a fifth of what they take', { ...onTime, ...longer }, async () => {
  // As it is served: written by a thread of its own.
  const store = await openSqlite({ file: newFile(), collections, version: storeVersion, lost: () => {} })
  onTestFinished(() => store.close())
  const world = await openWorld({ store })
  const { orgId, owner } = await openChoir(world, {}, 'enterprise')
  const members = Array.from({ length: 4_000 }, (_, n) => ({ name: `Person ${n}`, email: `person${n}@people.test`, mobile: '' }))
  const body = JSON.stringify({ orgId, members })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` }
  const now = () => performance.now()
  const began = now()
  const { longest } = await longestWait(now, async () => {
    const { status } = await world.app.request('/api/member/bulk', { method: 'POST', headers, body })
    expect(status).toBe(200)
  })
  const took = now() - began
  console.log(
    `4,000 members: ${Math.round(took)} ms, the longest wait of others ${Math.round(longest)} ms (${(longest / took).toFixed(2)})`,
  )
  within(longest, took / 5)
})
