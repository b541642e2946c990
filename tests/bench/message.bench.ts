// A message to 10,000 guests: how much slower answers to another organizer are while its emails are queued and go out, and that they do.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { messageApi } from '#protocol/mail/message.ts'
import { answerTo } from './answer.ts'
import { type Load, load, percentile } from './load.ts'
import type { Row } from './row.ts'
import { startServer } from './server.ts'

const recipients = 10_000
/** As many as a crowd at one moment, and not as many as the server can bear: what is asked is how long each waits. */
const connections = 20
const answers = 500
const warmUp = 4_000
/** The emails are queued during the first; going out at the provider's pace, they take longer than all of these. */
const rounds = 31
/** With the message and without it in turn, each on a server of its own, so that what else the machine does meets both alike. */
const pairs = 3
const afterwardsMs = 10_000
const mostSlower = 1.1
const subject = 'Doors open at nine'

async function startMailServer() {
  const child = fork('tests/bench/smtp-child.ts', [subject], { execArgv: ['--import', 'tsx'] })
  const reported = async () => Number((await once(child, 'message'))[0])
  return {
    url: `smtp://127.0.0.1:${await reported()}`,
    taken: () => {
      child.send('taken?')
      return reported()
    },
    stop: () => void child.kill(),
  }
}

const wait = (ms: number) => new Promise((over) => setTimeout(over, ms))

interface Crowd {
  readonly perSecond: readonly number[]
  readonly p99Ms: number
  /** Emails of the message that the mail server took while the answers came, and in the time after. */
  readonly meanwhile: number
  readonly afterwards: number
}

/** A crowd answers, while the server sends another organizer's message, or doesn't. */
async function crowd(hasMessage: boolean): Promise<Crowd> {
  const mail = await startMailServer()
  const server = await startServer({ groups: 2, owners: 2, seats: 100_000, rsvps: [recipients, 0] }, [], { SMTP_URL: mail.url })
  let nth = 0
  const rush = (amount: number) => {
    nth += 1
    // At a domain of their own: emails to one domain share slots, as those of one organizer do.
    return load(server.url, connections, amount, (n) => answerTo(server.groups[1], `guest${nth}-${n}@crowd.test`))
  }
  await rush(warmUp)
  if (hasMessage) {
    const sent = await fetch(`${server.url}/api${messageApi.send.path.replace(':id', server.groups[0]?.groupId ?? '')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${server.token}` },
      body: JSON.stringify({ audience: {}, subject, text: 'Please bring your ticket.' }),
    })
    const reply = (await sent.json()) as { recipients: number }
    if (reply.recipients !== recipients) throw new Error(`The message goes to ${reply.recipients}`)
  }
  const loads: Load[] = []
  while (loads.length < rounds) loads.push(await rush(answers))
  const meanwhile = await mail.taken()
  await wait(hasMessage ? afterwardsMs : 0)
  const afterwards = (await mail.taken()) - meanwhile
  await server.stop()
  mail.stop()
  if (loads.some(({ ok }) => ok < answers)) throw new Error('Not every answer was taken')
  return {
    perSecond: loads.map(({ perSecond }) => perSecond),
    p99Ms: Math.max(...loads.map(({ times }) => percentile(times, 0.99))),
    meanwhile,
    afterwards,
  }
}

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

export default async function message(): Promise<Row[]> {
  const without: Crowd[] = []
  const beside: Crowd[] = []
  for (let pair = 0; pair < pairs; pair++) {
    without.push(await crowd(false))
    beside.push(await crowd(true))
  }
  const [idle, busy] = [without, beside].map((all) => median(all.flatMap(({ perSecond }) => perSecond))) as [number, number]
  const slower = idle / busy
  const p99Ms = (all: readonly Crowd[]) => Math.max(...all.map((one) => one.p99Ms)).toFixed(0)
  const [meanwhile, afterwards] = [median(beside.map((one) => one.meanwhile)), median(beside.map((one) => one.afterwards))]
  return [
    {
      what: `Answers at ${connections} connections while another organizer’s message goes to ${recipients} guests: how much slower than without`,
      measured: `${slower.toFixed(2)} × (${Math.round(busy)}/s against ${Math.round(idle)}/s; p99 ${p99Ms(beside)} against ${p99Ms(without)} ms)`,
      limit: `≤ ${mostSlower} ×`,
      ok: slower <= mostSlower && meanwhile < recipients,
    },
    {
      what: `That message: emails that a mail server took while the answers came, and in the ${afterwardsMs / 1_000} s after`,
      measured: `${meanwhile}, ${afterwards}`,
      limit: '> 0, more than meanwhile',
      ok: meanwhile > 0 && afterwards > meanwhile,
    },
  ]
}
