// Protection as a weapon: for every counter there is, an attacker spends all of it, and the right person still gets in at once (R118).
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { code, emailsPerHour, handOver, loginLimits } from '#protocol/kernel/limits.ts'
import { formRoom } from '#protocol/live.ts'
import { accessApi } from '#protocol/people/access.ts'
import { proofApi } from '#protocol/people/proof.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { handoverApi } from '#protocol/seats/handover.ts'
import { pendingApi } from '#protocol/seats/pending.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { type HttpApp, newApp } from '#server/edge/http/mount.ts'
import { mountPages } from '#server/edge/http/pages/pages.ts'
import { make, type Sheet } from '#server/edge/http/pages/sheet.ts'
import { emails } from '#server/kernel/emails/outbox.ts'
import { createDelivery } from '#server/mail/delivery/delivery.ts'
import { unaskedPerHour } from '#server/mail/delivery/pacing.ts'
import { createLimits, limitNames } from '#server/people/http/limits.ts'
import type { As } from '../kit/world/client.ts'
import { minute } from '../kit/world/clock.ts'
import { comes } from '../kit/world/pace.ts'
import { cookieOf } from '../kit/world/people.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const from = (address: string): As => ({ headers: { 'x-forwarded-for': address } })
const [attacker, home] = [from('203.0.113.66'), from('192.0.2.1')]
const email = 'ada@people.test'
const password = 'password of ada'
const openThrottled = () => openWorld({ rateLimits: true, hops: 1 })

/** What is no counter: how something looks, or how long it lasts. */
const noCounters = ['length', 'lifeMinutes', 'linkLifeHours']
const counters = [
  ...limitNames.map((name) => `address: ${name}`),
  ...Object.keys(code).flatMap((name) => (noCounters.includes(name) ? [] : [`code: ${name}`])),
  ...Object.keys(loginLimits).map((name) => `login: ${name}`),
  'mail: perHour',
  'mail: unaskedPerHour',
  'mail: linksPerHour',
  'hand-over: perGuestHour',
  'hand-over: perRecipientHour',
]

interface Attack {
  /** Makes what there has to be, and spends the whole counter from elsewhere. */
  readonly spend: (world: World) => Promise<void>
  /** Whether the right person gets what they came for. */
  readonly entersAnyway: (world: World) => Promise<boolean>
}
const isOk = async (answer: Promise<{ status: number }>) => (await answer).status === 200

/** A counter by address is the attacker's own: whoever is elsewhere goes on. */
const ofAddress = (ask: (world: World, as: As, nth: number) => Promise<{ status: number }>): Attack => ({
  spend: async (world) => {
    let status = 200
    for (let nth = 0; status !== 429 && nth < 13_000; nth++) ({ status } = await ask(world, attacker, nth))
    expect(status).toBe(429)
  },
  entersAnyway: async (world) => (await ask(world, home, 9_999)).status !== 429,
})

const grounds = new WeakMap<World, string>()
async function groupOf(world: World): Promise<string> {
  const known = grounds.get(world)
  if (known) return known
  const { groupId } = await world.event(await world.person('olga', 'pro'))
  grounds.set(world, groupId)
  return groupId
}
/** What serves a world's invitations, where a drawn one says so; the world itself serves calls alone. */
const invitations = new WeakMap<World, HttpApp>()
function invitationsOf(world: World): HttpApp {
  const app = invitations.get(world) ?? newApp()
  if (invitations.has(world)) return app
  const stock = {
    page: '<title></title><div id="root"></div>',
    style: '',
    files: { '/rsvp': [], '/rsvp/asking': [], '/rsvp/event': [], '/rsvp/own': [], '/': [], '/pricing': [] },
  }
  const print = async (sheet: Sheet) => make(stock, sheet, () => 'drawn')
  mountPages(app, world.services, { stock, print, countCall: createLimits(), hops: 1, log: pino({ level: 'silent' }) })
  invitations.set(world, app)
  return app
}
const showsDrawn = async (world: World, groupId: string, as: As) =>
  (await (await invitationsOf(world).request(`/rsvp/${groupId}`, as, {})).text()).includes('drawn')

const sendCode = async (world: World, as: As, to = email) => world.call(rsvpApi.sendCode, { email: to, groupId: await groupOf(world) }, as)
/** R15b: who asks beside others isn't told so, and nothing more is sent. */
async function isSilent(world: World) {
  const sent = (await world.mails(email)).length
  expect((await sendCode(world, home)).body).toEqual({ success: true, resendSeconds: code.resendSeconds })
  expect((await world.mails(email)).length).toBe(sent)
}
const tryCode = async (world: World, given: string, as: As) =>
  world.call(rsvpApi.verifyCode, { email, groupId: await groupOf(world), code: given }, as)

/** Answers with what lies in the mailbox: the code if it is good, else a link. */
async function answers(world: World): Promise<boolean> {
  const [right, token] = [await world.codeMailed(email), await world.tokenMailed(email)]
  const byCode = right ? await tryCode(world, right, home) : undefined
  const proof = byCode?.status === 200 ? byCode : await world.call(proofApi.verifyLink, { token }, home)
  return isOk(world.answer(await groupOf(world), { email, cookie: cookieOf(proof.headers), ...home }, ['Guest']))
}
/** A guest who has a seat. */
async function seated(world: World, who: string, name = 'Somebody') {
  const groupId = await groupOf(world)
  const as = world.proven(who, groupId)
  await world.answer(groupId, as, ['Guest'], { name })
  return { groupId, as }
}
/** Offers that seat to somebody, and takes it back again if told so. */
async function offersSeat(world: World, who: string, to: string, isTakenBack: boolean, name?: string): Promise<boolean> {
  const { groupId, as } = await seated(world, who, name)
  const begun = await isOk(world.call(handoverApi.begin, { groupId, name: 'Bo', email: to }, as))
  if (isTakenBack) await world.call(handoverApi.takeBack, { groupId }, as)
  return begun
}
const guessCodes = async (world: World, times: number) => {
  for (let nth = 0; nth < times; nth++) await tryCode(world, 'ZZZZZZ', attacker)
}

/** Gets in by a link or a reset that lies in the mailbox, and with the password in that browser from then on. */
async function logsIn(world: World): Promise<boolean> {
  const first = await world.call(accessApi.logIn, { email, password }, home)
  if (first.status === 200) return true
  world.clock.advance(1)
  const { organizerToken } = await world.link(email)
  const opened = await world.call(accessApi.openLink, { token: organizerToken }, home)
  return isOk(world.call(accessApi.logIn, { email, password }, { ...home, cookie: cookieOf(opened.headers) }))
}
const guessPasswords = async (world: World, times: number, where: (nth: number) => As) => {
  await world.person('ada')
  for (let nth = 0; nth < times; nth++) await world.call(accessApi.logIn, { email, password: 'a guess' }, where(nth))
}

const ownerOf = async (world: World, name: string) => {
  const owner = await world.person(name)
  return [owner, (await world.event(owner)).groupId] as const
}
const codeOf = (answer: object) => ('code' in answer ? answer.code : undefined)
/** The status of a handshake of Socket.IO. */
const shakesHands = async (world: World, { headers }: As) =>
  (await fetch(`${await world.address()}/socket.io/?EIO=4&transport=polling`, { ...(headers && { headers }) })).status

const attacks: Readonly<Record<string, Attack>> = {
  'address: all': ofAddress((world, as) => world.send('GET', '/api/tier-limits', undefined, as)),
  'address: code': ofAddress((world, as, nth) => sendCode(world, as, `guest${nth}@guests.test`)),
  'address: token': ofAddress((world, as) => world.call(accessApi.validateLink, { token: 'x' }, as)),
  'address: guess': ofAddress((world, as) => tryCode(world, 'ZZZZZZ', as)),
  'address: signIn': {
    spend: async (world) => {
      await world.person('mallory')
      const right = { email: 'mallory@people.test', password: 'password of mallory' }
      let status = 200
      for (let nth = 0; status === 200 && nth < 500; nth++) ({ status } = await world.call(accessApi.logIn, right, attacker))
      expect(status).toBe(429)
    },
    entersAnyway: async (world) => {
      await world.person('ada')
      return isOk(world.call(accessApi.logIn, { email, password }, home))
    },
  },
  'address: lookUp': ofAddress((world, as, nth) => world.call(accessApi.checkUsername, { username: `name_${nth}` }, as)),
  'address: logIn': ofAddress((world, as, nth) => world.call(accessApi.logIn, { email: `a${nth}@people.test`, password }, as)),
  'address: signUp': ofAddress((world, as, nth) => world.call(accessApi.signUp, { email: `a${nth}@people.test`, password }, as)),
  'address: email': ofAddress((world, as, nth) => world.call(accessApi.requestLink, { email: `a${nth}@people.test` }, as)),
  'address: create': ofAddress((world, as) =>
    world.call(eventApi.createWithGroup, { event: world.eventInput({ organizerEmail: email }), groups: [{}] }, as),
  ),
  'address: members': ofAddress((world, as) => world.send('POST', '/api/member/bulk', {}, as)),
  'address: page': ofAddress(async (world, as) => world.app.request('/pricing', as)),
  'address: door': ofAddress((world, as) => world.send('GET', `/api/door/${'a'.repeat(24)}/list`, undefined, as)),
  'address: drawing': {
    spend: async (world) => {
      const groups: string[] = []
      // More than are kept, so that each visit has one drawn.
      for (const name of ['vera', 'vito', 'vlad']) {
        const owner = await world.person(name, 'enterprise')
        for (let nth = 0; nth < 70; nth++) groups.push((await world.event({ ...owner, ...from(`198.51.100.${nth}`) })).groupId)
      }
      let drawn = 0
      while (drawn < 700 && (await showsDrawn(world, groups[drawn % groups.length] ?? '', attacker))) drawn++
      expect(drawn).toBe(600)
    },
    entersAnyway: async (world) => showsDrawn(world, await groupOf(world), home),
  },
  'address: picture': ofAddress(async (world, as) => world.app.request('/og/unknown.png', as)),
  'address: memberPages': ofAddress((world, as) => world.send('GET', `/api/org/${'a'.repeat(24)}/members`, undefined, as)),
  'address: edit': {
    spend: async (world) => {
      const [ned, groupId] = await ownerOf(world, 'ned')
      let status = 200
      for (let nth = 0; status !== 429 && nth < 500; nth++)
        ({ status } = await world.call(groupApi.settings, { id: groupId, displayRSVPToAll: nth % 2 === 0 }, ned))
      expect(status).toBe(429)
    },
    entersAnyway: async (world) => {
      const [ada, groupId] = await ownerOf(world, 'ada')
      return isOk(world.call(groupApi.settings, { id: groupId, displayRSVPToAll: false }, ada))
    },
  },
  'address: socket': {
    spend: async (world) => {
      let status = 200
      for (let nth = 0; status === 200 && nth < 4_000; nth++) status = await shakesHands(world, attacker)
      expect(status).not.toBe(200)
    },
    entersAnyway: async (world) => (await shakesHands(world, home)) === 200,
  },
  'address: watch': {
    spend: async (world) => {
      const codes = new Set<unknown>()
      for (let socket = 0; !codes.has('rate-limited') && socket < 12; socket++) {
        const { watch } = await world.socket({}, attacker.headers)
        for (let nth = 0; nth < 900; nth++) codes.add(codeOf(await watch('form:x:none')))
      }
      expect(codes).toContain('rate-limited')
    },
    entersAnyway: async (world) => {
      const { watch } = await world.socket({}, home.headers)
      return codeOf(await watch(formRoom(await groupOf(world), null))) !== 'rate-limited'
    },
  },
  'address: lists': {
    spend: async (world) => {
      const other = { ...(await world.person('bob')), ...attacker }
      let status = 200
      while (status === 200) ({ status } = await world.call(groupApi.mine, {}, other))
      expect(status).toBe(429)
    },
    entersAnyway: async (world) => isOk(world.call(groupApi.mine, {}, await world.person('ada'))),
  },
  'code: tries': {
    spend: async (world) => {
      await sendCode(world, home)
      await guessCodes(world, code.tries)
      expect((await tryCode(world, 'ZZZZZZ', attacker)).body.code).toBe('code-wrong')
    },
    entersAnyway: async (world) => isOk(tryCode(world, await world.codeMailed(email), home)),
  },
  'code: resendSeconds': {
    spend: async (world) => {
      await sendCode(world, attacker)
      await isSilent(world)
    },
    entersAnyway: answers,
  },
  'code: perHour': {
    spend: async (world) => {
      for (let nth = 0; nth < code.perHour; nth++) {
        await sendCode(world, attacker)
        world.clock.advance(minute)
      }
      world.clock.advance(code.lifeMinutes * minute)
      await isSilent(world)
    },
    entersAnyway: answers,
  },
  'code: failuresPerDay': {
    spend: async (world) => {
      for (let left: number = code.failuresPerDay; left > 0; left -= code.tries) {
        await sendCode(world, attacker)
        await guessCodes(world, code.tries)
        world.clock.advance(minute)
      }
      expect((await tryCode(world, 'ZZZZZZ', attacker)).body.code).toBe('code-wrong')
      expect((await sendCode(world, home)).body).toEqual({ success: true, resendSeconds: code.resendSeconds })
      expect(await world.codeMailed(email)).toBe('')
    },
    entersAnyway: answers,
  },
  'code: linksPerHour': {
    spend: async (world) => {
      await attacks['code: failuresPerDay']?.spend(world)
      let reply: { success?: boolean; code?: string }
      do {
        world.clock.advance(minute)
        reply = (await sendCode(world, attacker)).body
      } while (reply.success)
      expect(reply.code).toBe('code-often')
    },
    entersAnyway: answers,
  },
  'code: failuresOfPersonHour': {
    spend: async (world) => {
      const tries = code.failuresOfPersonHour + code.tries
      for (let left = tries; left > 0; left -= code.tries) {
        const { eventId: id } = await world.event({}, undefined, {}, { organizerEmail: email })
        for (let nth = 0; nth < code.tries; nth++) await world.call(pendingApi.publish, { id, code: 'ZZZZZZ' }, from(`198.51.100.${left}`))
      }
      const { eventId: id } = await world.event(home, undefined, {}, { organizerEmail: email })
      expect((await world.call(pendingApi.publish, { id, code: 'ZZZZZZ' }, home)).body.code).toBe('code-wrong')
    },
    entersAnyway: async (world) => {
      world.clock.advance(minute)
      const { eventId: id } = await world.event(home, undefined, {}, { organizerEmail: email })
      const { organizerToken: token } = await world.link(email)
      return isOk(world.call(pendingApi.publish, { id, token }, home))
    },
  },
  'code: perRecipientHour': {
    spend: async (world) => {
      const mallory = await world.person('mallory', 'pro')
      for (let nth = 0; nth < code.perRecipientHour + 2; nth++) {
        const { groupId } = await world.event(mallory)
        expect((await world.call(rsvpApi.sendCode, { email, groupId }, attacker)).status).toBe(200)
        world.clock.advance(1)
      }
      expect(await world.mails(email)).toHaveLength(code.perRecipientHour)
    },
    entersAnyway: async (world) => {
      const asked = await sendCode(world, home)
      expect(asked.body).toEqual({ success: true, resendSeconds: code.resendSeconds })
      expect((await tryCode(world, 'ZZZZZZ', attacker)).body.code).toBe('code-wrong')
      expect(await world.mails(email)).toHaveLength(code.perRecipientHour)
      return answers(world)
    },
  },
  'login: freeTries': {
    spend: (world) => guessPasswords(world, loginLimits.freeTries + 2, () => home),
    entersAnyway: logsIn,
  },
  'login: strangersPerHour': {
    spend: (world) => guessPasswords(world, loginLimits.strangersPerHour, (nth) => from(`203.0.113.${nth}`)),
    entersAnyway: logsIn,
  },
  'mail: perHour': {
    spend: async (world) => {
      await world.person('ada')
      for (let nth = 0; nth <= emailsPerHour; nth++) await world.call(accessApi.requestLink, { email }, attacker)
      await world.call(accessApi.requestLink, { email }, home)
      expect((await world.mails(email)).filter(({ subject }) => subject === 'Your Rolecall sign-in link')).toHaveLength(emailsPerHour)
    },
    entersAnyway: async (world) => isOk(world.call(accessApi.openLink, { token: await world.tokenMailed(email) }, home)),
  },
  'mail: linksPerHour': {
    spend: async (world) => {
      const groupId = await groupOf(world)
      await world.answer(groupId, world.proven(email, groupId), [])
      for (let nth = 0; nth <= emailsPerHour; nth++) await world.call(guestApi.links, { email }, attacker)
      world.clock.advance(1)
      expect(await world.ok(guestApi.links, { email }, home)).toEqual({ sent: true })
      expect((await world.mails(email)).filter(({ subject }) => subject === 'Links to your answers')).toHaveLength(emailsPerHour)
    },
    // What the attacker asked for came to the right mailbox; and a code does as well.
    entersAnyway: async (world) => {
      const letter = (await world.mails(email)).find(({ subject }) => subject === 'Links to your answers')
      const token = /guest=([\w.-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
      return (await isOk(world.call(guestApi.open, { token }, home))) && (await isOk(sendCode(world, home)))
    },
  },
  'hand-over: perGuestHour': {
    spend: async (world) => {
      for (let nth = 0; nth < handOver.perGuestHour; nth++) await offersSeat(world, 'mallory@people.test', `m${nth}@people.test`, true)
      const { groupId, as } = await seated(world, 'mallory@people.test')
      const named = { groupId, name: 'Bo', email }
      expect((await world.call(handoverApi.begin, named, as)).body.code).toBe('rate-limited')
    },
    entersAnyway: (world) => offersSeat(world, 'grace@people.test', email, false),
  },
  'hand-over: perRecipientHour': {
    spend: async (world) => {
      for (let nth = 0; nth < handOver.perRecipientHour; nth++) await offersSeat(world, 'mallory@people.test', email, true)
      await offersSeat(world, 'mallory2@people.test', email, false)
      expect(await world.mails(email)).toEqual([])
    },
    // The offer is made all the same, and its link is among those that anyone can have sent to themselves.
    entersAnyway: async (world) => {
      await offersSeat(world, 'grace@people.test', email, false, 'Grace')
      world.clock.advance(1)
      await world.ok(guestApi.links, { email }, home)
      const [letter] = await world.mails(email)
      const token = /Grace can’t make it.*?token=([\w.-]+)/s.exec(letter?.text ?? '')?.[1] ?? ''
      return isOk(world.call(handoverApi.accept, { token }, home))
    },
  },
  'mail: unaskedPerHour': {
    spend: async (world) => {
      await world.person('ada')
      const unasked = Array.from({ length: unaskedPerHour + 5 }, (_, nth) => ({ nth }))
      const made = await world.store.find(emails, { index: 'recipient', where: { to: email }, limit: 1 })
      const [one] = made
      if (!one) throw new Error('there is no letter to copy')
      await world.store.commit(
        unasked.map(({ nth }) => ({
          collection: emails,
          put: { ...one, _id: `${nth}`.padStart(24, 'f'), rev: 1, state: 'normal' as const, isUnasked: true as const },
          expectedRev: 0,
        })),
      )
    },
    entersAnyway: async (world) => {
      world.clock.advance(1)
      await world.ok(accessApi.requestLink, { email }, home)
      const sent: string[] = []
      const mailer = { keeps: false, send: async ({ subject }: { subject: string }) => void sent.push(subject) }
      const log = { warn: () => {}, error: () => {} }
      const mail = createDelivery({ ...world.services, mailer, log } as unknown as Parameters<typeof createDelivery>[0])
      onTestFinished(() => mail.stop())
      mail.wake()
      await comes(() => {
        world.clock.advance(1_000)
        expect(sent).toContain('Your Rolecall sign-in link')
      })
      return true
    },
  },
}

test('R118 every counter of the product has its attack here, and no attack is of none', () => {
  expect(Object.keys(attacks).sort()).toEqual([...counters].sort())
})

test.each(Object.entries(attacks))(
  'R118 %s: an attacker spends it, the right person gets in at once',
  async (_, { spend, entersAnyway }) => {
    const world = await openThrottled()
    await groupOf(world)
    await spend(world)
    expect(await entersAnyway(world)).toBe(true)
  },
)

test('R118 control: without a known browser a hundred wrong logins keep the right password out', async () => {
  const world = await openThrottled()
  await attacks['login: strangersPerHour']?.spend(world)
  await world.link(email)
  expect((await world.no(accessApi.logIn, { email, password }, home))[1]).toBe('login-often')
})

test('R118 A6 a completed reset makes its browser known: nobody waits there for what strangers got wrong', async () => {
  const world = await openThrottled()
  await attacks['login: strangersPerHour']?.spend(world)
  world.clock.advance(1)
  await world.ok(accessApi.requestPasswordReset, { email }, home)
  const fresh = { token: await world.tokenMailed(email), newPassword: 'brand new password' }
  const { headers } = await world.call(accessApi.resetPassword, fresh, home)
  const right = { email, password: fresh.newPassword }
  expect((await world.no(accessApi.logIn, right, home))[1]).toBe('login-often')
  const here = { ...home, cookie: cookieOf(headers) }
  expect((await world.call(accessApi.logIn, right, here)).status).toBe(200)
  for (let nth = 0; nth < 5; nth++) await world.call(accessApi.logIn, { email, password: 'a guess' }, here)
  expect((await world.no(accessApi.logIn, right, here))[1]).toBe('login-often')
})
