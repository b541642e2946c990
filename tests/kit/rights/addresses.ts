// R206a: which email addresses in an answer no rule lets its caller read.
import type { Answer, As } from '../world/world.ts'
import { type CallerName, homeOf, ivy, type TenantName } from './rights-cast.ts'
import { guestReaders, managers, type Outcome } from './rights-rows.ts'

/** The address of a caller: of an account, or proven in the browser. */
const ownAddress = (caller: CallerName, as: As): string =>
  'email' in as ? String(as.email) : caller.startsWith('invitee') ? ivy : caller === 'teamPass' ? 'teampass@people.test' : ''

/** Leaves out their own, what they typed, all that a manager or an operator reads, and what those read of guests who assign or write. */
export function strangeAddresses(
  outcome: Outcome,
  on: TenantName,
  caller: CallerName,
  as: As,
  input: object,
  { body }: Pick<Answer, 'body'>,
): string[] {
  const isOne = (who: object, of: TenantName = on) => (who as Record<string, readonly string[]>)[of]?.includes(caller)
  const home = homeOf[caller]
  if (outcome === 'all' || isOne(managers) || (outcome === 'own' && home && isOne(managers, home))) return []
  const typed = JSON.stringify(input)
  const isTheirs = (email: string) => email === ownAddress(caller, as) || typed.includes(email)
  const found = JSON.stringify(body).match(/[\w.+-]+@[\w.-]+\.test\b/g) ?? []
  return [...new Set(found)].filter((email) => !isTheirs(email) && !(isOne(guestReaders) && email.endsWith('@guests.test')))
}
