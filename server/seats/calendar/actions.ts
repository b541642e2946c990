// An organizer's private calendar feed: made, read by whoever has its address, ended (R95).

import { feedOf } from '#server/kernel/calendar/ics.ts'
import { type CalendarFeed, calendarFeeds } from '#server/kernel/calendar/model.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { drop, put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import type { SignedIn } from '#server/people/identity/caller.ts'
import { users } from '#server/people/model/account.ts'
import { readMyEvents } from '#server/seats/event/queries.ts'
import { organizerEntry } from '#server/seats/rules/calendar.ts'

const maxEvents = 100

function addressesOf({ publicUrl }: Services, secret: string) {
  const webUrl = `${publicUrl}/api/calendar/${secret}`
  return { url: webUrl.replace(/^https?:/, 'webcal:'), webUrl }
}

export async function readFeedState({ store }: Services, _: object, { user }: SignedIn) {
  return { createdAt: (await store.get(calendarFeeds, user._id))?.createdAt ?? null }
}

/** One per person: a new one ends the one before. Its address is told now and never again, since only a hash is kept. */
export function makeFeed(services: Services, _: object, { user }: SignedIn) {
  const { secrets, clock } = services
  const secret = secrets.randomToken()
  return transact(services, user._id, async (tx) => {
    const before = await tx.get(calendarFeeds, user._id)
    const feed: CalendarFeed = {
      _id: user._id,
      rev: (before?.rev ?? 0) + 1,
      hash: secrets.hashToken(secret),
      createdAt: iso(clock.now()),
    }
    return { writes: [put(calendarFeeds, feed)], reply: { ...addressesOf(services, secret), createdAt: feed.createdAt } }
  })
}

export function endFeed(services: Services, _: object, { user }: SignedIn) {
  return transact(services, user._id, async (tx) => {
    const before = await tx.get(calendarFeeds, user._id)
    return { writes: before ? [drop(calendarFeeds, before)] : [], reply: { success: true } as const }
  })
}

/** The feed as calendars fetch it: their own events and those of organizations they are an admin of now. Refuses `feed-unknown`. */
export async function readFeed(services: Services, secret: string): Promise<string> {
  const { store, secrets, clock } = services
  const [feed] = await store.find(calendarFeeds, { index: 'secret', where: { hash: secrets.hashToken(secret) }, limit: 1 })
  const user = (feed && (await store.get(users, feed._id))) ?? refuse('feed-unknown')
  if (user.suspendedAt !== undefined) refuse('feed-unknown')
  const { events } = await readMyEvents(services, { page: 1, limit: maxEvents }, { user, via: 'account' })
  return feedOf(
    'Rolecall',
    events.map((card) => organizerEntry(services, card, clock.now())),
  )
}
