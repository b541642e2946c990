// Kept answers of creating calls (R56): shown again to whoever still has the right to the call, and to nobody whose right has ended since.
import { expect, onTestFinished, test } from 'vitest'
import { accessApi } from '#protocol/people/access.ts'
import { orgApi } from '#protocol/people/org.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { routes } from '#server/app/app.ts'
import { type IdempotencyKey, keptReplies, keptReply } from '#server/kernel/write/idempotency.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { rewindable } from '../kit/hostile/rewind.ts'
import { shadowed } from '../kit/hostile/shadow.ts'
import { keyOf } from '../kit/rights/rights.ts'
import { type Cast, openCast } from '../kit/rights/rights-cast.ts'
import { calls } from '../kit/rights/rights-table.ts'
import { type As, freshStore, openWorld, type World } from '../kit/world/world.ts'

const callers = ['creatorFree', 'linkFree', 'creatorTeam', 'owner', 'linkOwner', 'admin', 'member', 'grantee', 'stranger', 'nobody']

async function setUp() {
  const { store: shaded, shadow } = shadowed(await freshStore())
  const { store, rewind } = rewindable(shaded)
  onTestFinished(() => store.close())
  const world = await openWorld({ store })
  const cast = await openCast(world)
  rewind.forget()
  return { world, cast, shadow, rewind }
}
type Setting = Awaited<ReturnType<typeof setUp>>

/** Every cell of the table of rights whose answer is kept: found by trying all of them, so that a new creating call is among them. */
async function keptCells({ world, cast, shadow, rewind }: Setting) {
  const cells: { key: string; on: keyof Cast['tenants']; name: string; send: () => ReturnType<World['call']> }[] = []
  for (const { endpoint } of routes)
    for (const [title, row] of Object.entries(calls).filter(([one]) => one.split(' · ')[0] === keyOf(endpoint)))
      for (const on of endpoint.method === 'POST' ? row.on : [])
        for (const name of callers) {
          const as: As = { ...cast.callers[name], headers: { 'idempotency-key': 'again' } }
          const send = () => world.call(endpoint, row.input(cast.tenants[on]), as)
          shadow.touched()
          const { status } = await send()
          if (status === 200 && shadow.touched().includes('keptReplies')) cells.push({ key: title, on, name, send })
          await rewind()
        }
  return cells
}

/** What ends a right, and whose. */
const ends: Readonly<
  Record<
    string,
    { of: (key: string, on: string, name: string) => boolean; end: (setting: Setting, on: string, name: string) => Promise<unknown> }
  >
> = {
  'a logout': {
    of: (key, _, name) => name !== 'nobody' && key !== 'POST /rsvp/links', // that one is anybody's
    end: ({ world, cast }, _, name) => world.ok(accessApi.logOut, {}, cast.callers[name]),
  },
  'the removal of an admin': {
    of: (key, on, name) => name === 'admin' && on === 'org' && key !== 'POST /group',
    end: async ({ world, cast }) => {
      const { orgId } = cast.tenants.org
      const { members } = await world.ok(orgApi.members, { id: orgId }, cast.callers.owner)
      const amy = members.find(({ user }) => user.email === 'amy@people.test')?._id ?? ''
      await world.ok(orgApi.removeMembers, { orgId, memberIds: [amy] }, cast.callers.owner)
    },
  },
  'the deletion of the event': {
    of: (key) => key.startsWith('POST /group/:id'),
    end: ({ world, cast }, on) => {
      const owner = { free: 'creatorFree', team: 'creatorTeam' }[on] ?? 'owner'
      return world.ok(eventApi.remove, { id: cast.tenants[on as 'free'].eventId }, cast.callers[owner])
    },
  },
}

test('R56, R28 a kept answer is shown again while the right lasts, and to nobody once it has ended', async () => {
  const setting = await setUp()
  const cells = await keptCells(setting)
  expect(new Set(cells.map(({ key }) => key))).toEqual(
    new Set([
      'POST /door/:eventId/leases',
      'POST /event/:id/duplicate',
      'POST /event/:id/groups',
      'POST /event/:id/owner',
      'POST /event/:id/team',
      'POST /event/:id/team · a manager',
      'POST /event/with-group',
      'POST /event/with-group · of an organization',
      'POST /group',
      'POST /group/:id/messages',
      'POST /group/:id/messages/test',
      'POST /group/:id/reminders/send',
      'POST /group/:id/roles',
      'POST /group/:id/rsvps/:rsvpId/correct-address',
      'POST /group/:id/rsvps/:rsvpId/new-link',
      'POST /group/:id/rsvps/:rsvpId/retry-address',
      'POST /org',
      'POST /rsvp/links',
    ]),
  )
  const found: string[] = []
  let ended = 0
  for (const { key, on, name, send } of cells)
    for (const [what, { of, end }] of Object.entries(ends)) {
      if (!of(key, on, name)) continue
      const first = await send()
      const again = await send()
      if (again.status !== 200 || JSON.stringify(again.body) !== JSON.stringify(first.body)) found.push(`${key} by ${name} is not repeated`)
      await end(setting, on, name)
      const { status, body } = await send()
      // R32, R71: without the login it is a creation by somebody who is signed out, of another event, which waits.
      const isPending = body.published === false && body.groupId !== first.body.groupId
      if (!isPending && (status === 200 || body.group || body.event)) found.push(`${key} on ${on} by ${name} is answered after ${what}`)
      ended++
      await setting.rewind()
    }
  expect(found).toEqual([])
  expect(ended).toBeGreaterThan(20)
  for (const what of Object.keys(ends)) expect(cells.some(({ key, on, name }) => ends[what]?.of(key, on, name))).toBe(true)
})

test('R56 control: a kept answer is shown to whoever repeats the call, where their right is not looked at', async () => {
  const { services, store, clock } = await openWorld()
  const idempotencyKey: IdempotencyKey = { id: 'a'.repeat(24), request: 'x' }
  await store.commit([{ collection: keptReplies, put: keptReply(idempotencyKey, 'the group', clock.now()), expectedRev: 0 }])
  const ask = (checkRight: () => Promise<unknown>) =>
    transact(services, 'k', async () => ({ reply: 'new' }), { idempotencyKey, checkRight })
  expect(await ask(async () => {})).toBe('the group')
  await expect(ask(() => Promise.reject(new Error('no longer')))).rejects.toThrow('no longer')
})
