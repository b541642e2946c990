// The embedded server, ended with kill -9 at a moment of a commit and started again, and the screens that looked at it meanwhile.
import { rmSync, writeFileSync } from 'node:fs'
import { formRoom, groupRoom } from '#protocol/live.ts'
import { openTab } from '../world/tab.ts'
import { submit } from './burst.ts'
import { freePort } from './free-port.ts'
import { type moments, pointFile } from './points.ts'
import { bundled, newFolder, startServer } from './process.ts'
import { fillForBurst, ownerToken } from './seed.ts'

const headers = { authorization: `Bearer ${ownerToken}` }

/** A desk, a phone, and one that doesn't ask again; gives what they show, and what kills the server and starts it again. */
export async function openScreens() {
  const folder = newFolder()
  const { groupId, eventId } = await fillForBurst(folder)
  const env = { PORT: String(await freePort()) }
  const entry = await bundled('tests/kit/process/self-killing-child.ts')
  const first = await startServer(folder, env, entry)
  const { url } = first
  const desk = openTab(url, { token: ownerToken }, [groupRoom(groupId)])
  const phone = openTab(url, {}, [formRoom(groupId, eventId)])
  const blind = openTab(url, {}, [formRoom(groupId, eventId)], { watchesAgain: false })
  const answer = (email: string) =>
    submit(undefined, url, { groupId, eventId }, { email, name: 'A guest', attending: true, roles: ['Guest'] })
  /** The revision that the server has now. */
  const rev = async () => ((await (await fetch(`${url}/api/group/${groupId}`, { headers })).json()) as { group: { rev: number } }).group.rev
  /** Answers, and kills it so; gives how it ended, once it serves again. */
  async function kill(when: (typeof moments)[number]) {
    writeFileSync(pointFile(folder), JSON.stringify({ when, collection: 'rsvps' }))
    await answer('a@guests.test')
    const ended = await first.exit
    rmSync(pointFile(folder))
    await startServer(folder, env, entry)
    return ended
  }
  return {
    kill,
    answer,
    rev,
    shown: () => [desk.shown.get(`group/${groupId}`)?.rev, phone.shown.get(`form/${groupId}`)?.rev],
    shownBlindly: () => blind.shown.get(`form/${groupId}`)?.rev,
    connects: () => [desk, phone, blind].map((tab) => tab.connects()),
  }
}
