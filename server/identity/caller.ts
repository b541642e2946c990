// Who asks, over HTTP or a socket: a person by login or magic link, or nobody; and which emails they have proven.
import { type AccessToken, tokens } from '../access/model.ts'
import { isValid } from '../access/rules.ts'
import { type User, users } from '../account/model.ts'
import { nameHere } from '../presence/model.ts'
import { everyGroup, readProof } from '../proof/rules.ts'
import type { Services } from '../services.ts'
import type { IdempotencyKey } from '../write/idempotency.ts'
import type { Actor } from '../write/outcome.ts'

/** What came with a request or a handshake, unchecked. */
export interface Credentials {
  readonly bearer?: string | undefined
  readonly organizer?: string | undefined
  /** The signed proof cookie of a group, if there is one. */
  readonly proof: (groupId: string) => string | undefined
  /** The secret that this browser keeps in a cookie, if there is one. */
  readonly browser?: string | undefined
  /** The caller's network address as limits count it: an IPv6 customer has a whole /64. */
  readonly address: string
}

export interface Caller {
  readonly via: 'account' | 'organizer' | 'nobody'
  readonly user: User | undefined
  readonly token: AccessToken | undefined
  readonly address: string
  /** R71: the call came with a token that is invalid or has ended. Only calls open to anyone go on. */
  readonly isStale?: boolean
  /** R114: logged in, with a proven email that ADMIN_EMAILS names. */
  readonly isOperator?: boolean
  /** The hash of the secret in this browser's cookie: recognizes the browser that signed up (R115) and those this person was logged in with (R118). */
  readonly browser?: string | undefined
  /** R14: the email this caller has proven for the group, by a code or a link. */
  readonly proven: (groupId: string) => string | undefined
  /** When that proof ends, in milliseconds. */
  readonly provenUntil: (groupId: string) => number | undefined
  /** R87: the epoch of the personal link that began that proof; undefined for any other. */
  readonly provenEpoch: (groupId: string) => number | undefined
  /** Set when the call carries an Idempotency-Key. */
  readonly idempotencyKey?: IdempotencyKey
}
export type SignedIn = Caller & { readonly user: User; readonly token: AccessToken }

/** R105: the services as this caller uses them: what is committed by them is told as theirs; a guest's call says besides whose answer it is. */
export const actingAs = (services: Services, { user, via }: Caller): Services => ({
  ...services,
  actor: user && via !== 'nobody' ? { by: { type: 'person', userId: user._id, name: nameHere(user) }, via } : byNobody,
})
const byNobody: Actor = { via: 'guest' }

/** R31: a Bearer wins; with a bad one the caller is nobody, whatever else was sent. Reads only. */
export async function callerOf(services: Services, { bearer, organizer, proof, browser: secret, address }: Credentials): Promise<Caller> {
  const texts = new Map<string, string | undefined>() // one call asks for the same proof several times
  const textOf = (groupId: string) => {
    if (texts.has(groupId)) return texts.get(groupId)
    const sent = proof(groupId)
    if (sent === undefined) return undefined
    const text = services.secrets.unsign(sent)
    texts.set(groupId, text)
    return text
  }
  const proofOf = (groupId: string) => readProof(textOf(groupId), groupId, services.clock.now())
  /** The later of two: the one for this group, or the one for every group (R118). */
  const read = (groupId: string) => {
    const here = proofOf(groupId)
    const everywhere = proofOf(everyGroup)
    return here && here.until >= (everywhere?.until ?? 0) ? here : everywhere
  }
  const proofs = {
    proven: (groupId: string) => read(groupId)?.email,
    provenUntil: (groupId: string) => read(groupId)?.until,
    provenEpoch: (groupId: string) => read(groupId)?.epoch,
  }
  const browser = secret === undefined ? undefined : services.secrets.hashToken(secret)
  const isAccount = bearer !== undefined
  const sent = isAccount ? bearer : organizer
  const session = sent === undefined ? undefined : await sessionOf(services, sent, isAccount ? 'login' : 'organizer')
  const isOperator = isAccount && session?.user.verified === true && services.adminEmails?.has(session.user.email) === true
  if (session) return { via: isAccount ? 'account' : 'organizer', ...session, isOperator, address, browser, ...proofs }
  return { via: 'nobody', user: undefined, token: undefined, address, isStale: sent !== undefined, browser, ...proofs }
}

async function sessionOf({ store, secrets, clock }: Services, secret: string, kind: 'login' | 'organizer') {
  const token = await store.get(tokens, secrets.hashToken(secret))
  const user = token && (await store.get(users, token.userId))
  if (!user || user.suspendedAt !== undefined) return undefined // R114
  return isValid(token, kind, user, clock.now()) ? { user, token } : undefined
}
