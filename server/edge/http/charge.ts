// What a call costs of its limit (R228): a point that is taken before anything is looked at, and given back where what it tried was right; or none, and one is counted once it is found to be wrong.
import type { RefusalCode } from '#protocol/kernel/refusals.ts'
import { Refusal } from '#server/kernel/refuse.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { type Back, type CountCall, type LimitName, limits, ofOrganizer } from '#server/people/http/limits.ts'
import type { Route } from '#server/people/http/route.ts'
import { askerOf, type Caller } from '#server/people/identity/caller.ts'

/** What says that a secret is no good: nobody can guess one, so it is looked at whatever was counted before. */
export const wrongSecrets: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'link-invalid',
  'guest-link-over',
  'pass-void',
  'door-link-over',
  'reset-invalid',
  'verification-invalid',
  'invitation-invalid',
  'hand-over-over',
  'companion-over',
  'notice-link-over',
  'feed-unknown',
  'proof-missing',
])

/** Does `work`, which has a secret; counts for `address` if that was wrong. Refuses `rate-limited` instead, once there were too many. */
export async function countWrong<Done>(countCall: CountCall, address: string, limit: LimitName, work: () => Promise<Done>): Promise<Done> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && wrongSecrets.has(error.code)) await countCall(address, limit)
    throw error
  }
}

type Counting = Pick<Route, 'limit' | 'knowsBrowser' | 'readsProof'>

/** A look-up of one's own costs none, as the proof can't be guessed; what else is done by a proof has a limit by guest. */
export const backOf = (limit: LimitName, { readsProof }: Pick<Route, 'readsProof'>): Back => {
  if (!readsProof) return limits[limit].back
  return limit === 'lookUp' ? 'untaken' : 'right'
}

export interface Charge {
  /** Whose point was taken. */
  readonly from?: string | undefined
  /** None was left; somebody may be let in all the same. */
  readonly over?: Refusal
}

/** Takes a point of the address, before the caller is known. Refuses `rate-limited`. */
export async function charge(services: Services, route: Counting, address: string, countCall: CountCall): Promise<Charge> {
  const { limit, knowsBrowser } = route
  if (!limit || ofOrganizer.has(limit) || backOf(limit, route) === 'untaken') return {}
  const from = backOf(limit, route) === 'used' ? askerOf(services, address) : address
  try {
    await countCall(from, limit)
    return { from }
  } catch (error) {
    if ((knowsBrowser || limit === 'guess') && error instanceof Refusal) return { over: error }
    throw error
  }
}

/** Takes a point of the caller instead: of the organizer, or of a browser that is known (R118). Who guesses a code goes on without one: the code's own rule decides. */
export async function chargeCaller(services: Services, { limit, knowsBrowser }: Counting, charged: Charge, seen: Seen, countCall: CountCall) {
  const { caller, input } = seen
  const take = async (from: string, name: LimitName): Promise<Charge> => {
    await countCall(from, name)
    return { from }
  }
  if (limit && ofOrganizer.has(limit)) return take(caller.user?._id ?? askerOf(services, caller.address), limit)
  if (!limit || !charged.over || limit === 'guess') return charged
  const isKnown = caller.browser !== undefined && (await knowsBrowser?.(services, input, caller))
  if (!isKnown) throw charged.over
  return take(caller.browser, limit)
}
interface Seen {
  readonly caller: Caller
  readonly input: unknown
}

/** Does what the call asks for, and settles what it costs. */
export async function settle<Done>(route: Counting, charged: Charge, address: string, countCall: CountCall, work: () => Promise<Done>) {
  const { limit } = route
  if (!limit) return work()
  const back = backOf(limit, route)
  if (back === 'untaken') return countWrong(countCall, address, limit, work)
  const done = await work()
  if (back === 'right' && charged.from !== undefined) await countCall(charged.from, limit, -1)
  return done
}
