// Magic links: what they are, and that looking at one changes nothing.
import { describe, expect, test } from 'vitest'
import { accessApi } from '#protocol/people/access.ts'
import { accountApi } from '#protocol/people/account.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { createSecrets } from '#server/kernel/ports/secrets.ts'
import { tokens } from '#server/people/model/access.ts'
import { day } from '../kit/world/clock.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const me = async (world: World, organizerToken: string) => (await world.call(accountApi.me, {}, { organizerToken })).status
const email = 'nora@people.test'

describe('magic links', () => {
  test('R29 are 256 bits, go to /token, work for 24 hours again and again, and then no more', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const { organizerToken: token } = await world.link(ada.email)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect((await world.mails(ada.email))[0]?.text).toContain(`http://rolecall.test/token?token=${token}\n`)
    expect(await world.ok(accessApi.validateLink, { token })).toEqual({ success: true })
    expect([await me(world, token), await me(world, token)]).toEqual([200, 200])
    world.clock.advance(day - 1)
    expect(await me(world, token)).toBe(200)
    world.clock.advance(1)
    expect(await me(world, token)).toBe(401)
    expect(await world.no(accessApi.validateLink, { token })).toEqual([400, 'link-invalid', 'Invalid or expired token'])
  })

  test('R29 only the hash is kept, bound to the email', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const { organizerToken } = await world.link(ada.email)
    const kept = await world.store.find(tokens, { index: 'expiry', limit: 100 })
    expect(JSON.stringify(kept)).not.toContain(organizerToken)
    expect(kept.find(({ kind }) => kind === 'organizer')).toMatchObject({
      _id: world.services.secrets.hashToken(organizerToken),
      email: ada.email,
    })
    const { hashToken, randomToken } = createSecrets('x'.repeat(32), 'y'.repeat(32))
    expect(new Set([randomToken(), randomToken(), hashToken('a'), hashToken('b')]).size).toBe(4)
  })

  test('R29 looking at a link changes nothing, so mail scanners may follow it', async () => {
    const world = await openWorld()
    const { groupId } = await world.event({}, undefined, {}, { organizerEmail: email })
    const before = world.store.commits
    for (let nth = 0; nth < 3; nth++) await world.ok(accessApi.validateLink, { token: await world.tokenMailed(email) })
    expect(world.store.commits).toBe(before)
    expect((await world.ok(rsvpApi.form, { groupId })).status).toBe('unpublished')
  })
})

test('R29, R116 a session by link that is begun is written down, once, and nothing else is', async () => {
  const world = await openWorld()
  const { groupId } = await world.event({}, undefined, {}, { organizerEmail: email })
  const token = await world.tokenMailed(email)
  expect((await world.no(accessApi.openLink, { token: 'x'.repeat(43) }))[1]).toBe('link-invalid')
  await world.ok(accessApi.openLink, { token })
  const before = world.store.commits
  await world.ok(accessApi.openLink, { token })
  expect([await me(world, token), world.store.commits]).toEqual([200, before])
  expect((await world.ok(accountApi.me, {}, { organizerToken: token })).user.verified).toBe(true)
  expect((await world.ok(rsvpApi.form, { groupId })).status).toBe('unpublished')
})
