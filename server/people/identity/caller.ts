// Who asks, over HTTP or a socket: a person by login or magic link, or nobody; and which emails they have proven.

import { iso } from '#server/kernel/ports/clock.ts'
import type { IdempotencyKey } from '#server/kernel/write/idempotency.ts'
import type { Actor } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { type AccessToken, type ChargedRequest, tokens } from '#server/people/model/access.ts'
import { isOperator, type User, users } from '#server/people/model/account.ts'
import { nameHere } from '#server/people/model/presence.ts'
import { isValid } from '#server/people/rules/access.ts'
import { everyGroup, type Proof, readProof } from '#server/people/rules/proof.ts'
import { readPass, type TeamPass } from '#server/people/rules/team.ts'

/** What came with a request or a handshake, unchecked. */
export interface Credentials {
  readonly bearer?: string | undefined
  readonly organizer?: string | undefined
  /** R127: the organizer token in this browser's cookie, which travels by itself: the other two win over it. */
  readonly kept?: string | undefined
  /** The signed proof cookie of a group, if there is one. */
  readonly proof: (groupId: string) => string | undefined
  /** R182: the cookie that pairs this browser to the door of an event, if there is one. */
  readonly door?: (eventId: string) => string | undefined
  /** R201: the signed cookie of who helps with an event, if there is one. */
  readonly team?: ((eventId: string) => string | undefined) | undefined
  /** Whether there is one for any event. */
  readonly helps?: boolean
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
  /** The id of the organizer token in this browser's cookie, valid or not, whoever the caller is. */
  readonly keptId?: string | undefined
  /** R182: what this browser keeps of the door of an event, unchecked. */
  readonly door?: ((eventId: string) => string | undefined) | undefined
  /** R14: the email this caller has proven for the group, by a code or a link. */
  readonly proven: (groupId: string) => string | undefined
  /** When that proof ends, in milliseconds. */
  readonly provenUntil: (groupId: string) => number | undefined
  /** R87: the epoch of the personal link that began that proof; undefined for any other. */
  readonly provenEpoch: (groupId: string) => number | undefined
  /** R201: what lets this browser help with the event, whoever is signed in. */
  readonly teamPass?: ((eventId: string) => TeamPass | undefined) | undefined
  /** Whether it may help with any event. */
  readonly helps?: boolean | undefined
  /** R228: its address has no guess left. */
  readonly over?: Error | undefined
  /** Set when the call carries an Idempotency-Key. */
  readonly idempotencyKey?: IdempotencyKey
}
export type SignedIn = Caller & { readonly user: User; readonly token: AccessToken }

/** R105: the services as this caller uses them: the activity shows what they commit as theirs; a guest's call says besides whose answer it is. */
export const actingAs = (services: Services, { user, via }: Pick<Caller, 'user' | 'via'>): Services => ({
  ...services,
  actor: user && via !== 'nobody' ? { by: { type: 'person', userId: user._id, name: nameHere(user) }, via } : byNobody,
})
const byNobody: Actor = { via: 'guest' }

/**
 * R255a: the address by which the caller is known where it isn't `email`; nothing else is told of either. For a seat (`groupId`) what this browser has
 * proven counts as much as a login; what belongs to an account is for whoever is logged in.
 */
export function hereAs({ user, proven }: Pick<Caller, 'user' | 'proven'>, email: string, groupId?: string): { hereAs?: string } {
  const isOfAccount = user !== undefined && groupId === undefined
  const known = [user?.email, isOfAccount ? undefined : proven(groupId ?? everyGroup)].filter((one) => one !== undefined)
  const [first] = known
  return first === undefined || known.includes(email) ? {} : { hereAs: first }
}

/** R228: whom a limit counts, where it is kept until its point is given back: no address. */
export const askerOf = ({ secrets }: Pick<Services, 'secrets'>, address: string) => secrets.idOf('asker', address)
export const askedBy = (services: Services, { address }: Pick<Caller, 'address'>, limit: ChargedRequest['limit']): ChargedRequest => ({
  by: askerOf(services, address),
  limit,
  at: iso(services.clock.now()),
})

const hourMs = 3_600_000
/** R228: gives back the points of what was used; those of more than an hour ago have come back by themselves. */
export async function giveBack({ clock, giveBack: give }: Services, asked: readonly ChargedRequest[] = []) {
  const recent = asked.filter(({ at }) => Date.parse(at) + hourMs > clock.now())
  await Promise.all(recent.flatMap((one) => give?.(one) ?? []))
}

/** R201: whether a pass is ours, for this event. */
export const isTeamPass = ({ secrets }: Services, eventId: string, pass: string) => readPass(secrets.unsign(pass), eventId) !== undefined

/** R92: whether a proof is ours, for this group, and not over. */
export const isProof = ({ secrets, clock }: Services, groupId: string, proof: string) =>
  clock.now() < (readProof(secrets.unsign(proof), groupId)?.until ?? 0)

/** What the proof cookies say, each looked at once: one call asks for the same several times. */
function proofsIn({ secrets, clock }: Services, sentFor: Credentials['proof']) {
  const signed = new Map<string, Proof | undefined>()
  const signedFor = (groupId: string) => {
    if (signed.has(groupId)) return signed.get(groupId)
    const sent = sentFor(groupId)
    const found = sent === undefined ? undefined : readProof(secrets.unsign(sent), groupId)
    if (sent !== undefined) signed.set(groupId, found)
    return found
  }
  return (groupId: string): Proof | undefined => {
    const found = signedFor(groupId)
    return found && clock.now() < found.until ? found : undefined
  }
}

/** R31: a Bearer wins, then a token that was sent, then one in a cookie; with a bad one the caller is nobody, whatever else was sent. Reads only. */
export async function callerOf(
  services: Services,
  { bearer, organizer, kept, proof, team, helps, door, browser: secret, address }: Credentials,
): Promise<Caller> {
  const proofOf = proofsIn(services, proof)
  /** The later of two: the one for this group, or the one for every group (R118). */
  const read = (groupId: string) => {
    const here = proofOf(groupId)
    const everywhere = proofOf(everyGroup)
    return here && here.until >= (everywhere?.until ?? 0) ? here : everywhere
  }
  const proofs = {
    door,
    proven: (groupId: string) => read(groupId)?.email,
    provenUntil: (groupId: string) => read(groupId)?.until,
    provenEpoch: (groupId: string) => read(groupId)?.epoch,
    teamPass: (eventId: string) => {
      const sent = team?.(eventId)
      return sent === undefined ? undefined : readPass(services.secrets.unsign(sent), eventId)
    },
    helps,
  }
  const browser = secret === undefined ? undefined : services.secrets.hashToken(secret)
  const keptId = kept === undefined ? undefined : services.secrets.hashToken(kept)
  const isAccount = bearer !== undefined
  const sent = bearer ?? organizer ?? kept
  const session = sent === undefined ? undefined : await sessionOf(services, sent, isAccount ? 'login' : 'organizer')
  const operates = isAccount && session !== undefined && isOperator(services, session.user)
  if (session) return { via: isAccount ? 'account' : 'organizer', ...session, isOperator: operates, address, browser, keptId, ...proofs }
  return { via: 'nobody', user: undefined, token: undefined, address, isStale: sent !== undefined, browser, keptId, ...proofs }
}

async function sessionOf({ store, secrets, clock }: Services, secret: string, kind: 'login' | 'organizer') {
  const token = await store.get(tokens, secrets.hashToken(secret))
  const user = token && (await store.get(users, token.userId))
  if (!user || user.suspendedAt !== undefined) return undefined // R114
  return isValid(token, kind, user, clock.now()) ? { user, token } : undefined
}
