// The embedded server, ended with kill -9 at any moment between a commit and its telling, and started again: screens that connect again are right.

import { rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { formRoom, groupRoom } from '#protocol/live.ts'
import { submit } from '../kit/process/burst.ts'
import { freePort } from '../kit/process/free-port.ts'
import { moments, pointFile } from '../kit/process/points.ts'
import { bundled, newFolder, startServer } from '../kit/process/process.ts'
import { fillForBurst, ownerToken } from '../kit/process/seed.ts'
import { comes, onTime, within } from '../kit/world/pace.ts'
import { openTab } from '../kit/world/tab.ts'

/** Of the server's start: a browser tries again within two seconds, and then sees what is. */
const rightMs = 4_000

test.each(moments)(
  'L10, L5 killed %s the commit: every screen is right once it is connected again; control: not one that does not ask',
  onTime,
  async (when) => {
    const folder = newFolder()
    const { groupId, eventId } = await fillForBurst(folder)
    const env = { PORT: String(await freePort()) }
    const entry = await bundled('tests/kit/process/self-killing-child.ts')
    const first = await startServer(folder, env, entry)
    const { url } = first
    const desk = openTab(url, { token: ownerToken }, [groupRoom(groupId)])
    const phone = openTab(url, {}, [formRoom(groupId, eventId)])
    const blind = openTab(url, {}, [formRoom(groupId, eventId)], { watchesAgain: false })
    const shown = () => [desk.shown.get(`group/${groupId}`)?.rev, phone.shown.get(`form/${groupId}`)?.rev]
    await comes(() => expect([...shown(), blind.shown.size]).toEqual([1, 1, 1]))
    writeFileSync(pointFile(folder), JSON.stringify({ when, collection: 'rsvps' }))
    await submit(undefined, url, { groupId, eventId }, { email: 'a@guests.test', name: 'A guest', attending: true, roles: ['Guest'] })
    expect(await first.exit).toBe('SIGKILL')
    rmSync(pointFile(folder))
    await startServer(folder, env, entry)
    const served = performance.now()
    const headers = { authorization: `Bearer ${ownerToken}` }
    const { group } = (await (await fetch(`${url}/api/group/${groupId}`, { headers })).json()) as { group: { rev: number } }
    expect(group.rev).toBe(when === 'after' ? 2 : 1)
    await comes(() => expect([desk.connects() > 1, phone.connects() > 1, shown()]).toEqual([true, true, [group.rev, group.rev]]))
    within(performance.now() - served, rightMs)
    await comes(() => expect(blind.connects()).toBe(2))
    await wait(300)
    expect(blind.shown.get(`form/${groupId}`)?.rev).toBe(1)
  },
)
