// Server processes without HTTP that compete for one group: the write path over a store, and nothing else of the product.

import { refusals } from '#protocol/kernel/refusals.ts'
import { derived } from '#server/app/consequences.ts'
import { createPictures } from '#server/edge/pictures/pictures.ts'
import { systemClock } from '#server/kernel/ports/clock.ts'
import { createPasswords, createSecrets } from '#server/kernel/ports/secrets.ts'
import { createSignedTokens } from '#server/kernel/ports/signed-tokens.ts'
import { Refusal } from '#server/kernel/refuse.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { byItself } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { submitRsvp } from '#server/seats/rsvp/actions.ts'
import type { Rival } from '#tests/kit/process/fairness.ts'
import type { Seeded } from '#tests/kit/process/seed.ts'

const publicUrl = 'http://rolecall.test'
const asleep = { wake: () => {}, stop: async () => {} }
const secrets = createSecrets('the token secret of a benchmark, long enough', 'the id key of a benchmark, which is long enough')
const signedTokens = createSignedTokens({ clock: systemClock, publicUrl, secrets: ['the token secret of a benchmark, long enough'] })

/** The process `name` over `store`. */
export function rivalOver(store: Store, name: string, { groupId, eventId }: Seeded): Rival {
  const services: Omit<Services, 'payments'> = {
    store,
    queues: new Map(),
    actor: byItself,
    ...derived,
    process: name,
    clock: systemClock,
    secrets,
    signedTokens,
    passwords: createPasswords(),
    makePicture: createPictures(),
    delivery: asleep,
    jobs: asleep,
    publicUrl,
    supportEmail: '',
    rateLimits: false,
    retentionDays: 90,
  }
  return (email, n) => {
    const answer = { groupId, eventId, email, name: `Change ${n}`, attending: true, roles: ['Guest'], confirmed: false }
    const caller = {
      via: 'nobody',
      user: undefined,
      token: undefined,
      address: '',
      proven: () => email,
      provenUntil: () => undefined,
      provenEpoch: () => undefined,
    } as const
    return submitRsvp(services as Services, answer, caller).then(
      () => 200,
      (failure: unknown) => (failure instanceof Refusal ? refusals[failure.code][0] : 500),
    )
  }
}
