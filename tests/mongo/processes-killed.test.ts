// Long: real servers are killed at every moment around a commit, and started again.
// A server process that ends, with kill -9, at any moment between its commit and its telling: who watches over another one is told what was committed.
import { setTimeout as wait } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { expect, inject, test } from 'vitest'
import { formRoom, groupRoom } from '#protocol/live.ts'
import { accessApi } from '#protocol/people/access.ts'
import { submit } from '../kit/process/burst.ts'
import { openSite } from '../kit/process/mongo-house.ts'
import { bundled, type Running } from '../kit/process/process.ts'
import { ownerToken } from '../kit/process/seed.ts'
import { comes, onTime, within } from '../kit/world/pace.ts'
import { openTab } from '../kit/world/tab.ts'

const [rightMs, quietMs] = [2_000, 1_000]
/** The moments, in their order; only before the first await nothing is committed yet. */
const moments = ['before', 'committed', 'acknowledged', 'replied', 'heard', 'told'] as const

/** A process that stays, with an organizer and an invitee who watch over it; `lose` starts another one, which dies at its next commit of that kind. */
async function setUp(env: Record<string, string> = {}) {
  const site = await openSite(inject('mongodb') ?? '', await bundled('tests/kit/process/mongo-dying-child.ts'))
  const { groupId, eventId } = site.target
  const { url } = await site.start(env)
  const desk = openTab(url, { token: ownerToken }, [groupRoom(groupId)])
  const phone = openTab(url, {}, [formRoom(groupId, eventId)])
  await comes(() => expect([desk.shown.size, phone.shown.size]).toEqual([1, 1]))
  const lose = (moment: string, of: string) => site.start({ ...env, DIES: moment, OF: of })
  const answer = ({ url: at }: Running, email: string) =>
    submit(undefined, at, site.target, { email, name: 'A guest', attending: true, roles: ['Guest'] })
  async function current() {
    const headers = { authorization: `Bearer ${ownerToken}` }
    const { group, rsvps } = (await (await fetch(`${url}/api/group/${groupId}`, { headers })).json()) as {
      group: { rev: number }
      rsvps: { _id: string; rev: number }[]
    }
    return { rev: group.rev, rows: rsvps.map(({ _id, rev }) => [`rsvp/${_id}`, rev] as const) }
  }
  /** What these screens show that is not so. */
  async function wrong() {
    const { rev, rows } = await current()
    const all = [[`group/${groupId}`, rev] as const, ...rows].filter(([key, at]) => desk.shown.get(key)?.rev !== at)
    return [...all.map(([key]) => key), ...(phone.shown.get(`form/${groupId}`)?.rev === rev ? [] : ['form'])]
  }
  return { site, url, lose, answer, current, wrong }
}

test.each(moments)(
  'L10 pace: killed at the moment "%s": every screen of the other process is right within 2 s, with no other change',
  onTime,
  async (moment) => {
    const { lose, answer, wrong, current } = await setUp()
    const other = await lose(moment, 'rsvps')
    await answer(other, 'a@guests.test')
    expect(await other.exit).toBe('SIGKILL')
    const died = performance.now()
    await comes(async () => expect(await wrong()).toEqual([]), 20)
    within(performance.now() - died, rightMs)
    const { rows } = await current()
    expect([moment, rows.length]).toEqual([moment, moment === 'before' ? 0 : 1])
  },
)

test('L10 control: where a process tells by hand after its commit, its death between leaves the other’s screens wrong', async () => {
  const { lose, answer, wrong, current } = await setUp({ BY_HAND: 'yes', OF: 'rsvps' })
  await answer(await lose('never', 'rsvps'), 'a@guests.test')
  await comes(async () => expect([(await current()).rows.length, await wrong()]).toEqual([1, []]), 20)
  const other = await lose('acknowledged', 'rsvps')
  await answer(other, 'b@guests.test')
  expect(await other.exit).toBe('SIGKILL')
  await wait(rightMs)
  expect((await current()).rows).toHaveLength(2)
  expect((await wrong()).length).toBeGreaterThan(1)
})

test.each(moments.slice(1))(
  'L10, L9 pace: killed at the moment "%s" of a logout: the socket on the other process is out within a second',
  onTime,
  async (moment) => {
    const { lose, answer, site, url } = await setUp()
    const gone: number[] = []
    const socket = io(url, { auth: { token: ownerToken }, transports: ['websocket'], forceNew: true })
    const heard: string[] = []
    socket.onAny((name: string) => heard.push(name))
    socket.on('gone', () => gone.push(performance.now()))
    await new Promise((watched) => socket.emit('watch', groupRoom(site.target.groupId), watched))
    const other = await lose(moment, 'tokens')
    const { method, path } = accessApi.logOut
    await fetch(`${other.url}/api${path}`, { method, headers: { authorization: `Bearer ${ownerToken}` } }).catch(() => undefined)
    expect(await other.exit).toBe('SIGKILL')
    const died = performance.now()
    await comes(() => expect(gone).toHaveLength(1), 5)
    within((gone[0] ?? Infinity) - died, quietMs)
    const { length } = heard
    expect((await answer({ url } as Running, 'late@guests.test')).status).toBe(200)
    await wait(300)
    expect(heard.slice(length)).toEqual([])
    socket.close()
  },
)
