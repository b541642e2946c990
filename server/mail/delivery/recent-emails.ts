// The newest emails as their recipients get them, for the development outbox and for tests (R63).

import type { EmailContent } from '#server/kernel/emails/layout.ts'
import { createdAtOf, type Email, type EmailDeps, emails, hasWords, messageOf } from '#server/kernel/emails/outbox.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { confirmationsTo } from '#server/seats/notices/answers.ts'
import { type Wording, worded } from './email-text.ts'

/** An email sealed under an earlier TOKEN_SECRET can't be read any more. */
const readableOf = (services: Pick<EmailDeps, 'secrets'>, email: Email): EmailContent => {
  try {
    return messageOf(services, email)
  } catch {
    return { subject: 'Sealed under another TOKEN_SECRET', blocks: [] }
  }
}

/** The newest to one address: in the list of its emails, and those that are found by their answers. */
async function emailsTo(store: Store, to: string, limit: number): Promise<Email[]> {
  const listed = store.find(emails, { index: 'recipient', where: { to }, descending: true, limit })
  const all = [...(await listed), ...(await confirmationsTo(store, to, limit))]
  const newestFirst = (one: Email, other: Email) =>
    createdAtOf(one) < createdAtOf(other) ? 1 : createdAtOf(one) > createdAtOf(other) ? -1 : 0
  return all.toSorted(newestFirst).slice(0, limit)
}

/** The newest emails, rendered as they go out, for the development outbox (R63); `to` narrows them. */
export async function readOutbox(services: Wording, to?: string, limit = 50) {
  const { store } = services
  const found = to ? await emailsTo(store, to, limit) : await store.find(emails, { index: 'expiry', descending: true, limit })
  const kept = found.filter((email) => email.to !== '' && hasWords(email))
  const shown = kept.map(async (email) => {
    const words = await worded(services, email, readableOf)
    return words ? [{ _id: email._id, to: email.to, createdAt: createdAtOf(email), ...words }] : []
  })
  return (await Promise.all(shown)).flat()
}
