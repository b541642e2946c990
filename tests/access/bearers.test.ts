// Everything that lets somebody in, through everything that may end it; and that the table of them leaves none out.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { operatorApi } from '#protocol/app/operator.ts'
import { accessApi } from '#protocol/people/access.ts'
import { accountApi } from '#protocol/people/account.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { entriesOf, fillStore, inNewEra } from '#server/app/backup/records.ts'
import { withoutBearers } from '#server/app/backup/revoke-bearers.ts'
import { installations } from '#server/app/store/collections.ts'
import { tokenPurposes } from '#server/kernel/ports/signed-tokens.ts'
import type { Stored } from '#server/kernel/store/store.ts'
import * as cookies from '#server/people/identity/cookies.ts'
import { lifeHours } from '#server/people/rules/access.ts'
import { bearers, type Cast, type End, ends, notBearers } from '../kit/rights/bearers.ts'
import { memory, target } from '../kit/world/every-collection.ts'
import { openWorld, type World } from '../kit/world/world.ts'

async function openCast(): Promise<Cast> {
  const world = await openWorld()
  await world.store.commit([{ collection: installations, put: { _id: 'this', rev: 1, idKey: 'any' } as Stored, expectedRev: 0 }])
  const ada = await world.person('ada', 'pro')
  const { groupId, eventId } = await world.event(ada, undefined, { handOver: true, maxCompanions: 1 })
  const guest = await world.prove('guest@guests.test', groupId)
  const answered = await world.answer(groupId, guest, ['Guest'])
  if (answered.status !== 200) throw new Error(JSON.stringify(answered.body))
  return { world, ada, elsewhere: await world.logIn('ada'), groupId, eventId, guest, rsvpId: answered.body.rsvp._id }
}

/** The world after a restore of what stands now. `era` off: with the signatures of before. */
async function restored({ store, clock }: World, isNewEra = true): Promise<World> {
  const back = await memory()
  const kept = withoutBearers(entriesOf(store), { counts: new Map(), lines: [] })
  await fillStore(target(back), inNewEra(isNewEra ? kept : entriesOf(store), clock.now()))
  const { bearerEra } = (await back.get(installations, 'this')) ?? {}
  return openWorld({ store: back, clock, ...(bearerEra && { bearerEra }) })
}

const doing: Readonly<Record<End, (cast: Cast) => Promise<World>>> = {
  async 'password reset'({ world, ada }) {
    await world.ok(accessApi.requestPasswordReset, { email: ada.email })
    await world.ok(accessApi.resetPassword, { token: await world.tokenMailed(ada.email), newPassword: 'brand new one' })
    return world
  },
  async 'log out others'({ world, ada }) {
    await world.ok(accountApi.revokeOthers, {}, ada)
    return world
  },
  async suspension({ world, ada }) {
    const operator = await world.person('operator')
    // And back again: what it ended stays so.
    for (const isSuspended of [true, false]) await world.ok(operatorApi.suspend, { id: ada.userId, isSuspended }, operator)
    return world
  },
  async 'erased data'({ world, groupId, guest }) {
    await world.ok(guestApi.erase, { groupId }, guest)
    return world
  },
  async 'new link'({ world, groupId, guest }) {
    await world.ok(guestApi.newLink, { groupId }, guest)
    return world
  },
  restore: ({ world }) => restored(world),
}

/** The names of those that still let in after `act`. */
async function leftAfter(act: (cast: Cast) => Promise<World>) {
  const cast = await openCast()
  const made: { name: string; works: (world: World) => Promise<boolean> }[] = []
  for (const { name, make } of bearers) made.push({ name, works: await make(cast) })
  const world = await act(cast)
  const left: string[] = []
  for (const { name, works } of made) if (await works(world)) left.push(name)
  return left
}

describe('what ends a bearer', () => {
  test.each(ends)('R33, R87, R114, R156 %s ends what the table says, and nothing else', async (end) => {
    expect(await leftAfter(doing[end])).toEqual(bearers.filter(({ endedBy }) => !endedBy.includes(end)).map(({ name }) => name))
  })

  test('R156 control: before that, and after a restore that ends nothing, each of them lets in', async () => {
    expect(await leftAfter(async ({ world }) => world)).toEqual(bearers.map(({ name }) => name))
    expect(await leftAfter(({ world }) => restored(world, false))).toEqual(bearers.map(({ name }) => name))
  })
})

const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join('server', name))
/** Where the sources make what may let somebody in: by kind, purpose or file. */
function sitesIn(sources: readonly (readonly [path: string, text: string])[]): string[] {
  const found = new Set<string>()
  for (const [path, text] of sources) {
    // The API document describes the guest's cookie, and sets none.
    if (path.endsWith('/openapi.ts')) continue
    const isPort = path.startsWith('server/kernel/ports/')
    for (const [, made] of text.matchAll(/\b(randomToken|randomCode)\(\)/g)) if (!isPort) found.add(`${made} ${path}`)
    for (const [, purpose] of text.matchAll(/\bsignedTokens\.sign\(\s*'([\w-]+)'/g)) found.add(`purpose ${purpose}`)
    if (/\bpasses\.sign\(/.test(text)) found.add(`pass ${path}`)
    if (/\bsecrets\.sign\(/.test(text)) found.add(`sign ${path}`)
    if (/\bcookieOf\(services|\bgenerateCookie\(|'set-cookie':/i.test(text)) found.add(`cookie ${path}`)
    if (/\b(?:createHmac|createSign|createCipheriv|SignJWT|timingSafeEqual)\(/.test(text)) found.add(`crypto ${path}`)
  }
  return [...found]
}

describe('the table', () => {
  const known = [...bearers.flatMap(({ sites }) => sites), ...Object.keys(notBearers)].sort()

  test('R156 names whatever the sources make that lets somebody in: tokens, purposes, signatures, codes and cookies', () => {
    const declared = [
      ...Object.keys(lifeHours).map((kind) => `token ${kind}`),
      ...tokenPurposes.map((purpose) => `purpose ${purpose}`),
      ...Object.keys(cookies)
        .filter((name) => name.endsWith('Cookie'))
        .map((name) => `cookie ${name}`),
    ]
    const sites = sitesIn(files.map((path) => [path, readFileSync(path, 'utf8')]))
    expect([...new Set([...declared, ...sites])].sort()).toEqual(known)
  })

  test('R156 control: a new kind of link, signature, code or cookie is found', () => {
    const path = 'server/seats/door/actions.ts'
    const of = (text: string) => sitesIn([[path, text]])
    expect(of("await signedTokens.sign('door', {}, 1)")).toEqual(['purpose door'])
    expect(of('services.secrets.sign(text)')).toEqual([`sign ${path}`])
    expect(of('const secret = secrets.randomToken()')).toEqual([`randomToken ${path}`])
    expect(of("cookieOf(services, 'door', secret, 60)")).toEqual([`cookie ${path}`])
    expect(of("createHmac('sha256', key)")).toEqual([`crypto ${path}`])
  })

  test('R156 stands in SECURITY.md as it is', () => {
    const security = readFileSync('SECURITY.md', 'utf8').replace(/ +/g, ' ')
    const lines = bearers.map(({ name, endedBy, besides }) => `| ${name} | ${endedBy.join(', ') || 'nothing of these'} | ${besides} |`)
    expect(lines.filter((line) => !security.includes(line))).toEqual([])
  })
})
