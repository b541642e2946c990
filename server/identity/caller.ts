// Who asks, over HTTP or a socket: a person by login or magic link, or nobody; and which e-mails they have proven.
import { type AccessToken, tokens } from '../access/model.ts'
import { isValid } from '../access/rules.ts'
import { type User, users } from '../account/model.ts'
import { publishPending } from '../event/actions.ts'
import { refuse } from '../refuse.ts'
import { isProof } from '../rsvp/rules.ts'
import type { Services } from '../services.ts'
import type { Once } from '../write/idempotency.ts'

/** What came with a request or a handshake, unchecked. */
export interface Credentials {
  readonly bearer?: string | undefined
  readonly organizer?: string | undefined
  /** The signed proof cookie of a group, if there is one. */
  readonly proof: (groupId: string) => string | undefined
  /** The caller's network address as limits count it: an IPv6 customer has a whole /64. */
  readonly address: string
}

export interface Caller {
  readonly via: 'account' | 'organizer' | 'nobody'
  readonly user: User | undefined
  readonly token: AccessToken | undefined
  readonly address: string
  /** R14: the e-mail this caller has proven for the group by a code. */
  readonly proven: (groupId: string) => string | undefined
  /** Set when the call carries an Idempotency-Key. */
  readonly once?: Once
}
export type SignedIn = Caller & { readonly user: User; readonly token: AccessToken }

/** R31: a Bearer wins, and a bad one is a no, without falling back. Refuses `token-invalid`. */
export async function callerOf(services: Services, { bearer, organizer, proof, address }: Credentials): Promise<Caller> {
  const proven = (groupId: string) => isProof(services.secrets.unsign(proof(groupId) ?? ''), groupId, services.clock.now())
  if (bearer !== undefined) return { via: 'account', ...(await session(services, bearer, 'login')), address, proven }
  if (organizer !== undefined) return { via: 'organizer', ...(await session(services, organizer, 'organizer')), address, proven }
  return { via: 'nobody', user: undefined, token: undefined, address, proven }
}

async function session(services: Services, secret: string, kind: 'login' | 'organizer') {
  const token = await services.store.get(tokens, services.secrets.hashToken(secret))
  const user = token && (await services.store.get(users, token.userId))
  if (!user || !isValid(token, kind, user, services.clock.now())) refuse('token-invalid')
  // R32: the first use proves the e-mail and publishes what was created while signed out; looking at a link does not (R29).
  if (kind === 'organizer' && token.usedAt === null) await publishPending(services, token)
  return { user, token }
}
