// A message to 10,000 guests: how much slower answers are while its emails are queued and go out, and that they do.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { messageApi } from '#protocol/message.ts'
import { answersTo } from './answer.ts'
import { load, percentile } from './load.ts'
import type { Row } from './row.ts'
import { startServer } from './server.ts'

const recipients = 10_000
/** As many as a crowd at one moment, and not as many as the server can bear: what is asked is how long each waits. */
const connections = 20
const answers = 500
const warmUp = 4_000
const idleRounds = 7
/** The emails are queued during the first; going out at the provider's pace, they take longer than all of these. */
const busyRounds = 31
const afterwardsMs = 10_000
const mostSlower = 1.1

async function startMailServer() {
  const child = fork('tests/bench/smtp-child.ts', { execArgv: ['--import', 'tsx'] })
  const told = async () => Number((await once(child, 'message'))[0])
  return {
    url: `smtp://127.0.0.1:${await told()}`,
    taken: () => {
      child.send('taken?')
      return told()
    },
    stop: () => void child.kill(),
  }
}

const wait = (ms: number) => new Promise((over) => setTimeout(over, ms))

export default async function message(): Promise<Row[]> {
  const mail = await startMailServer()
  const server = await startServer({ groups: 2, seats: 100_000, rsvps: [recipients, 0] }, [], { SMTP_URL: mail.url })
  let nth = 0
  const rush = (amount = answers) => {
    const sent = answersTo(server.groups[1], amount, `guest${nth++}-`)
    return load(server.url, connections, sent.length, (n) => sent[n] ?? { method: 'GET', path: '/' })
  }
  /** Until every email of the answers so far is out: they belong to no other round. */
  const quiet = async () => {
    for (let before = -1, now = await mail.taken(); before !== now; before = now, now = await mail.taken()) await wait(1_500)
  }
  await rush(warmUp)
  await quiet()
  const idle: number[] = []
  for (let round = 0; round < idleRounds; round++) {
    idle.push((await rush()).perSecond)
    await quiet()
  }

  const before = await mail.taken()
  const sent = await fetch(`${server.url}/api${messageApi.send.path.replace(':id', server.groups[0]?.groupId ?? '')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${server.token}` },
    body: JSON.stringify({ audience: {}, subject: 'Doors open at nine', text: 'Please bring your ticket.' }),
  })
  const reply = (await sent.json()) as { recipients: number }
  const busy: number[] = []
  const times: number[] = []
  while (busy.length < busyRounds) {
    const found = await rush()
    busy.push(found.perSecond)
    times.push(percentile(found.times, 0.99))
  }
  const meanwhile = (await mail.taken()) - before
  await wait(afterwardsMs)
  const afterwards = (await mail.taken()) - before - meanwhile
  await server.stop()
  mail.stop()
  const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
  const slower = median(idle) / median(busy)
  return [
    {
      what: `Answers at ${connections} connections while a message goes to ${recipients} guests: how much slower than without`,
      measured: `${slower.toFixed(2)} × (${Math.round(median(busy))}/s against ${Math.round(median(idle))}/s; p99 ${Math.max(...times).toFixed(0)} ms)`,
      limit: `≤ ${mostSlower} ×`,
      ok: reply.recipients === recipients && slower <= mostSlower && meanwhile < recipients,
    },
    {
      what: `The same: emails that a mail server took meanwhile, and in the ${afterwardsMs / 1_000} s after the answers`,
      measured: `${meanwhile}, ${afterwards}`,
      limit: '> 0, more than meanwhile',
      ok: meanwhile > 0 && afterwards > meanwhile,
    },
  ]
}
