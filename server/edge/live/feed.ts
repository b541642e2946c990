// Follows the store for the sockets of this process, and notices when it brings nothing any more.
import type { Logger } from 'pino'
import type { CommitFollower, Store } from '#server/kernel/store/store.ts'

const lookMs = 1_000
const downAfterMs = 5_000
const saidAgainAfterMs = 60_000

/** What is committed, by whichever process, reaches this one. */
export interface LiveFeed {
  /** O1: whether it was heard within the last five seconds. */
  readonly isUp: () => boolean
  /** How long ago it was certain that nothing waits. */
  readonly lagSeconds: () => number
  readonly close: () => void
}

/** Opens the feed for these followers, in their order: resolves once nothing that is committed from here on will be missed. */
export async function watchFeed(store: Store, followers: readonly CommitFollower[], log: Logger): Promise<LiveFeed> {
  const feed = await store.follow([...new Set(followers.flatMap(({ collections }) => collections))], {
    changed(changes) {
      for (const follower of followers) follower.changed(changes)
    },
    missed() {
      for (const follower of followers) follower.missed()
    },
  })
  let isDown = false
  let saidAt = -Infinity
  const look = () => {
    if (feed.lagMs() <= downAfterMs) {
      if (isDown) log.info('what server processes commit is heard again')
      isDown = false
      saidAt = -Infinity
      return
    }
    isDown = true
    if (performance.now() - saidAt <= saidAgainAfterMs) return
    saidAt = performance.now()
    log.warn(
      { seconds: Math.round(feed.lagMs() / 1_000), why: feed.why() || 'nothing comes' },
      'not ready: what server processes commit is not heard',
    )
  }
  const timer = setInterval(look, lookMs).unref()
  return { isUp: () => feed.lagMs() <= downAfterMs, lagSeconds: () => feed.lagMs() / 1_000, close: () => clearInterval(timer) }
}
