// An email that was given up after its last attempt, as delivery leaves it.
import { type EmailDeps, emailRecord, emails } from '#server/kernel/emails/outbox.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { World } from './world.ts'

export async function givenUpEmail(
  { services, store }: Pick<World, 'store'> & { readonly services: EmailDeps },
  to = 'gast@guests.test',
  more: object = {},
) {
  const draft = { to, message: { subject: 'Hello', blocks: [{ p: 'Hello' }] } }
  const failed = { state: 'failed', attempts: 6, failedAt: iso(services.clock.now()), why: 'Error: the mail server is away' } as const
  const put = { ...emailRecord(services, draft), ...failed, ...more }
  await store.commit([{ collection: emails, put, expectedRev: 0 }])
  return put
}
