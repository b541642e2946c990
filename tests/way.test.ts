// The way of a plain yes, as V8's coverage traces it: through how many files, and that docs/architecture.md walks it.
import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { formRoom } from '#protocol/live.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { createApp } from '#server/app/app.ts'
import { createLimits } from '#server/people/http/limits.ts'
import { openClient } from './kit/world/client.ts'
import { freshStore, openWorld } from './kit/world/world.ts'
import { traced } from './structure/trace.ts'
import { filesOnTheWay, wayIn } from './structure/way.ts'

/**
 * How many files of server and protocol it runs through, the checks of every call included; eight of them by what came last, questions (R160), a group's own
 * times (R142), the pass with the key that signs it (R181), and who comes along, as it is kept and as it is decided (R170), and what one holds across the groups of an event (R145); three by what came after: from when to when one answers (R141a), whose logo and face a page has (R216), and the form of several groups (R151); two by what a call costs
 * of its limit and what gives it back (R228); one by the table of what an answer keeps (R240), which the record’s own file is too long to hold; one by the slices in which long lists are worked through (R119g). A new one is a new thing to read:
 * say why, and raise it.
 */
const most = 73

test('a plain yes runs through few files, and docs/architecture.md walks through them', async () => {
  const store = await freshStore()
  const world = await openWorld({ store })
  const { groupId, eventId } = await world.event(await world.person('ada'))
  // A world checks every commit of its own; this server over the same store does no more than the real one.
  const app = createApp(
    { ...world.services, store },
    { log: pino({ level: 'silent' }), countCall: createLimits(), hops: 0, outbox: 'everyone' },
  )
  const { call } = openClient(app)
  const [first, second, third] = world.crowd(3, groupId)
  const yes = async (guest = first) => {
    const { status } = await call(
      rsvpApi.submit,
      { groupId, email: guest?.email ?? '', name: 'A guest', attending: true, roles: ['Guest'] },
      guest,
    )
    expect(status).toBe(200)
  }
  await yes()
  const ran = await traced(() => yes(second))
  const list = [...ran].map(([file, names]) => `${file}: ${names.join(' ')}`).toSorted()
  expect(list.length, list.join('\n')).toBeLessThanOrEqual(most)
  expect(list.length, 'the limit follows what is measured').toBeGreaterThan(most - 3)

  const phone = await world.socket()
  await phone.watch(formRoom(groupId, eventId))
  const heard = phone.heard.length
  const told = await traced(async () => {
    await yes(third)
    await phone.hears(() => phone.heard.length > heard)
  })
  const walked = filesOnTheWay(wayIn(readFileSync('docs/architecture.md', 'utf8'))).filter((file) => !file.startsWith('client/'))
  const isTable = (file: string) => /(^protocol|\/routes\.ts$)/.test(file) // read when the server starts
  expect(walked.filter((file) => !isTable(file) && !told.has(file))).toEqual([])
})
