// A yes of an invitee, as their browser sends it.
import { fromOwnPage } from '#tests/kit/world/own-page.ts'
import { proof, type Seeded } from '../kit/process/seed.ts'
import type { Sent } from './load.ts'

export function answerTo(group: Seeded | undefined, email: string): Sent {
  if (!group) throw new Error('There is no such group to answer')
  const { groupId, eventId } = group
  return {
    method: 'POST',
    path: '/api/rsvp/submit',
    headers: { 'content-type': 'application/json', ...fromOwnPage(proof(groupId, email)) },
    body: JSON.stringify({ groupId, eventId, name: 'Guest', email, attending: true, roles: ['Guest'] }),
  }
}

/** The answers of so many, whose emails begin with `tag`. */
export const answersTo = (group: Seeded | undefined, amount: number, tag = 'guest') =>
  Array.from({ length: amount }, (_, n) => answerTo(group, `${tag}${n}@guests.test`))

export function sendAnswer(url: string, group: Seeded | undefined, email: string): Promise<Response> {
  const { path, ...init } = answerTo(group, email)
  return fetch(url + path, init)
}
