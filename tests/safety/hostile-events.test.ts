// What providers report, signed by somebody else, for something else or in another form: none of it is taken, and a flood of it holds nobody up.
import { generateKeyPairSync } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { signMessage } from '#server/kernel/ports/payments-events.ts'
import { shadowed } from '../kit/hostile/shadow.ts'
import { signatureOf } from '../kit/world/email-events.ts'
import { onTime, within } from '../kit/world/pace.ts'
import { freshStore, openWorld, type World } from '../kit/world/world.ts'

const email = 'gast@guests.test'
const another = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const otherCurve = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey
/** A signature of zeros, which careless verifiers find right of everything. */
const zeros = (length: number) => Buffer.alloc(length).toString('base64')
const zerosInDer = Buffer.from(`3044${`0220${'00'.repeat(32)}`.repeat(2)}`, 'hex').toString('base64')

async function open() {
  const { store, shadow } = shadowed(await freshStore())
  onTestFinished(() => store.close())
  const world = await openWorld({ store })
  const { groupId } = await world.event(await world.person('ada'))
  await world.answer(groupId, world.proven(email, groupId), ['Guest'])
  return { world, shadow }
}

interface Report {
  readonly body: string
  readonly timestamp: string
  readonly signature: string
}
const report = async (world: World, { body, timestamp, signature }: Report) => {
  const headers = { 'x-twilio-email-event-webhook-timestamp': timestamp, 'x-twilio-email-event-webhook-signature': signature }
  return world.app.request('/api/email/events', { method: 'POST', headers, body })
}

/** Each is right in all but one thing. */
function forged(world: World): Readonly<Record<string, Report>> {
  const timestamp = String(Math.floor(world.clock.now() / 1_000))
  const body = JSON.stringify([{ email, event: 'bounce', type: 'bounce', timestamp: Number(timestamp) }])
  const right = { body, timestamp, signature: signatureOf(timestamp + body) }
  const signed = (signature: string) => ({ ...right, signature })
  const at = (other: string) => ({ ...right, timestamp: other, signature: signatureOf(other + body) })
  return {
    'another key': signed(signatureOf(timestamp + body, { key: another })),
    'a key of another curve': signed(signatureOf(timestamp + body, { key: otherCurve })),
    'a key of another kind': signed(signatureOf(timestamp + body, { key: rsa })),
    'another digest': signed(signatureOf(timestamp + body, { digest: 'sha512' })),
    'another encoding': signed(signatureOf(timestamp + body, { dsaEncoding: 'ieee-p1363' })),
    'the body alone': signed(signatureOf(body)),
    'the time behind the body': signed(signatureOf(body + timestamp)),
    'a dot between time and body': signed(signatureOf(`${timestamp}.${body}`)),
    'the events of somebody else': { ...right, body: body.replace(email, 'host@guests.test') },
    'the same events, written otherwise': { ...right, body: JSON.stringify(JSON.parse(body), null, 1) },
    'a digit that moved from the time to the body': { ...right, timestamp: timestamp.slice(0, -1), body: timestamp.slice(-1) + body },
    zeros: signed(zeros(64)),
    'zeros in DER': signed(zerosInDer),
    'two signatures': signed(`${right.signature}, ${right.signature}`),
    'a space before the signature': signed(`${right.signature.slice(0, 20)} ${right.signature.slice(20)}`),
    'a signature with a tail': signed(`${right.signature.replace(/=+$/, '')}AAAA`),
    'a time with a sign': at(`+${timestamp}`),
    'a time in hexadecimal': at(`0x${Number(timestamp).toString(16)}`),
    'a time with a fraction': at(`${timestamp}.0`),
    'a time in milliseconds': at(`${timestamp}000`),
    'a time of no end': at('99999999999'),
  }
}

/** Which of them are taken, or change anything. */
async function taken({ world, shadow }: Awaited<ReturnType<typeof open>>) {
  const found: string[] = []
  for (const [what, sent] of Object.entries(forged(world))) {
    const before = shadow.digest()
    const { status } = await report(world, sent)
    if (status !== 403 || shadow.digest() !== before) found.push(what)
  }
  return found
}

test('S2, R102 delivery events that are signed wrongly in any way are refused and change nothing; the right ones are taken', async () => {
  const setting = await open()
  expect(await taken(setting)).toEqual([])
  const { world, shadow } = setting
  const timestamp = String(Math.floor(world.clock.now() / 1_000))
  const body = JSON.stringify([{ email, event: 'bounce', type: 'bounce', timestamp: Number(timestamp) }])
  const before = shadow.digest()
  expect((await report(world, { body, timestamp, signature: signatureOf(timestamp + body) })).status).toBe(200)
  expect(shadow.digest()).not.toBe(before)
})

test('S2, R102 control: a server that looks at no signature takes them', async () => {
  const setting = await open()
  Object.assign(setting.world.services, { emailEvents: { isGenuine: () => true } })
  expect((await taken(setting)).length).toBeGreaterThan(15)
})

test('S2, R47 messages of the payment provider that are signed wrongly in any way are refused; the right one is taken', async () => {
  const { world, shadow } = await open()
  const secret = `whsec_${world.services.secrets.keyedHash('sandbox webhook')}`
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'customer.subscription.updated', data: { object: { id: 'sub_1' } } })
  const right = signMessage(body, secret, world.clock.now())
  const [, at = '', hash = ''] = /^t=(\d+),v1=(\w+)/.exec(right) ?? []
  const bad = {
    'no secret at all': signMessage(body, '', world.clock.now()),
    'its name for a secret': signMessage(body, 'whsec_', world.clock.now()),
    'an older scheme': `t=${at},v0=${hash}`,
    'no time': `v1=${hash}`,
    'a time that is none': `t=NaN,v1=${hash}`,
    'another time behind': `t=${at},v1=${hash},t=${Number(at) + 1}`,
    'the time behind a time': `t=${Number(at) + 1},t=${at},v1=${hash.replace(/./, 'x')}`,
    'half of it': `t=${at},v1=${hash.slice(0, 32)}`,
    'another case': `t=${at},v1=${hash.toUpperCase()}`,
    zeros: `t=${at},v1=${'0'.repeat(64)}`,
  }
  const send = (signature: string) => world.send('POST', '/api/payment/webhook', body, { headers: { 'stripe-signature': signature } })
  await send('') // R114: that there was one is noted for the operator, once a minute
  const before = shadow.digest()
  for (const [what, signature] of Object.entries(bad)) {
    const { body: answer } = await send(signature)
    expect([what, answer.code]).toEqual([what, 'webhook-invalid'])
  }
  expect(shadow.digest()).toBe(before)
  expect((await send(right)).status).toBe(200)
})

test(
  'R102, R119 pace: a flood of batches that are signed wrongly is refused one by one, and nobody else waits for long',
  onTime,
  async () => {
    const { world } = await open()
    const timestamp = String(Math.floor(world.clock.now() / 1_000))
    const body = `[${'{"event":"bounce","email":"a@guests.test"},'.repeat(18_000)}{}]`
    const signature = signatureOf(timestamp + body, { key: another })
    let waited = 0
    for (let round = 0; round < 10; round++) {
      const flood = Array.from({ length: 10 }, () => report(world, { body, timestamp, signature }))
      const began = performance.now()
      await world.send('GET', '/api/health')
      waited = Math.max(waited, performance.now() - began)
      expect((await Promise.all(flood)).map(({ status }) => status)).toEqual(Array(10).fill(403))
    }
    within(waited, 500)
  },
)
