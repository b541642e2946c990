// R237: a link opens also where a sentence, a bracket or a mail program has put something behind it. Derived from the contract.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#protocol/api.ts'
import type { Endpoint } from '#protocol/kernel/endpoint.ts'
import { unmarked } from '#protocol/kernel/texts.ts'
import { noticeApi } from '#protocol/mail/notice.ts'
import { calendarApi } from '#protocol/seats/calendar.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { invitationApi } from '#protocol/seats/invitation.ts'
import { marks } from '../kit/hostile/marks.ts'
import { textPlaces } from '../kit/hostile/texts.ts'
import { openWorld } from '../kit/world/world.ts'

/** A token as there are: signed, or random with signs that stand in no sentence. */
const tokens = ['eyJh.eyJz.x-_Q_', 'aB3_-', '0123456789abcdef01234567']

test('R237a what stands behind a link goes, in any spelling, and nothing of the link does', () => {
  for (const link of [...tokens, 'https://rolecall.test/rsvp/0f?eventId=', 'http://rolecall.test/', '/login?from=%2Fgroup%2F0f', '/p#aB-'])
    expect(['', ...marks, marks.join('')].filter((mark) => unmarked(link + mark) !== link)).toEqual([])
  expect([unmarked(''), unmarked('...')]).toEqual(['', ''])
})

test('R237a every call that takes the token of a link takes it with what stands behind it', () => {
  const fields = textPlaces(api).filter(({ place: [key] }) => key === 'token' || key === 'pass')
  expect(fields.length).toBeGreaterThan(12)
  const shapeOf = ({ input }: Endpoint, key: string) => (input as unknown as { shape: Record<string, z.ZodType> }).shape[key]
  const deaf = fields.flatMap(({ name, endpoint, place }) =>
    marks
      .filter((mark) => tokens.some((token) => z.safeParse(shapeOf(endpoint, String(place[0])) as z.ZodType, token + mark).data !== token))
      .map((mark) => `${name} ${mark}`),
  )
  expect(deaf).toEqual([])
})

test('R237a personal and stop links, feeds and short links open with what stands behind them', async () => {
  const world = await openWorld()
  const ada = await world.person('ada', 'team')
  const { groupId } = await world.event(ada)
  const bo = 'bo@people.test'
  await world.ok(invitationApi.send, { id: groupId, people: [{ name: '', email: bo }] }, ada)
  await world.runJobs()
  const said = (await world.mails(bo)).map(({ text }) => text).join('\n')
  const [, guest = ''] = /[?&]guest=([\w.-]+)/.exec(said) ?? []
  const [, stop = ''] = /unsubscribe\?token=([\w.-]+)/.exec(said) ?? []
  const { url } = await world.ok(calendarApi.makeFeed, {}, ada)
  const { group } = await world.ok(groupApi.read, { id: groupId }, ada)
  const paths = [url, 'shortLink' in group ? group.shortLink : ''].map((link) => new URL(link).pathname)
  const before = await Promise.all(paths.map(async (path) => world.app.request(path)))
  expect(before.map(({ status }) => status)).toEqual([200, 302])
  for (const mark of marks) {
    expect(await world.ok(guestApi.open, { token: guest + mark })).toMatchObject({ userEmail: bo })
    expect(await world.ok(noticeApi.open, { token: stop + mark })).toMatchObject({ stopped: false })
    const after = await Promise.all(paths.map(async (path) => world.app.request(path + mark)))
    expect(after.map(({ status, headers }) => [status, headers.get('location')])).toEqual(
      before.map(({ status, headers }) => [status, headers.get('location')]),
    )
  }
})
