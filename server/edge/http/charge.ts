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
])
/** What refuses somebody whose code, password or link was right. */
const rightSecrets: ReadonlySet<RefusalCode> = new Set<RefusalCode>(['members-only', 'unverified', 'account-suspended', 'password-needed'])
const isRight = (error: unknown) => error instanceof Refusal && rightSecrets.has(error.code)

/** Does `work`, which has a secret; counts for `address` if that was wrong. Refuses `rate-limited` instead, once there were too many. */
export async function countWrong<Done>(countCall: CountCall, address: string, limit: LimitName, work: () => Promise<Done>): Promise<Done> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && wrongSecrets.has(error.code)) await countCall(address, limit)
    throw error
  }
}

type Counting = Pick<Route, 'limit' | 'knowsBrowser' | 'readsProof' | 'hashesFor'>

/** What is emailed by a guest's proof has a limit by guest besides. */
const backOf = (limit: LimitName, { readsProof }: Counting): Back => (readsProof && limit === 'email' ? 'right' : limits[limit].back)

export interface Charge {
  /** Whose point was taken, of whom it may come back to. */
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

/** R119: whom a limit by organizer counts. */
export const organizerOf = (services: Services, { user, address }: Caller) => user?._id ?? askerOf(services, address)

interface ParsedCall {
  readonly caller: Caller
  readonly input: unknown
}
/** Takes a point of a browser that is known instead, which gets none back (R118). Who guesses a code goes on without one: what guards the code decides. */
export async function chargeCaller(
  services: Services,
  { limit, knowsBrowser }: Counting,
  charged: Charge,
  seen: ParsedCall,
  countCall: CountCall,
) {
  const { caller, input } = seen
  if (!limit || !charged.over || limit === 'guess') return charged
  const isKnown = caller.browser !== undefined && (await knowsBrowser?.(services, input, caller))
  if (!isKnown) throw charged.over
  await countCall(caller.browser, limit)
  return {}
}

interface Settled {
  readonly services: Services
  readonly route: Counting
  readonly charged: Charge
  readonly seen: ParsedCall
}
/** Does what the call asks for, and settles what it costs. */
export async function runCharged<Done>({ services, route, charged, seen }: Settled, countCall: CountCall, work: () => Promise<Done>) {
  const { limit } = route
  const back = limit && backOf(limit, route)
  if (back === 'untaken') return countWrong(countCall, seen.caller.address, limit as LimitName, work)
  const { from } = charged
  if (back !== 'right' || !limit || from === undefined) return work()
  const giveBack = async () => {
    if (await isCheap(services, route, seen, countCall)) await countCall(from, limit, -1)
  }
  try {
    const done = await work()
    await giveBack()
    return done
  } catch (error) {
    if (isRight(error)) await giveBack()
    throw error
  }
}

/** R119: of the right passwords of one account only so many are free, as each of them is hashed. */
async function isCheap(services: Services, { hashesFor }: Counting, { input }: ParsedCall, countCall: CountCall): Promise<boolean> {
  if (!hashesFor) return true
  return countCall(askerOf(services, hashesFor(input)), 'signIn').then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false
      throw error
    },
  )
}
