// What is kept of a handshake for as long as its socket lives: three short texts and the proofs that verify, copied; all else that came with it goes.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'socket.io'
import type { Services } from '#server/kernel/write/services.ts'
import { isProof, isTeamPass } from '#server/people/identity/caller.ts'
import { doorsOf, keptOf, passesOf, proofsOf } from '#server/people/identity/cookies.ts'
import type { SocketLimits } from '#server/people/live/rooms.ts'

export interface Handshake {
  /** The caller's network address as limits count it. */
  readonly address: string
  /** R92: the signed proofs by group. */
  readonly proofs: ReadonlyMap<string, string>
  /** R201: what lets the browser help with events, by event. */
  readonly passes?: ReadonlyMap<string, string>
  /** R182: what pairs the browser to doors, by event. */
  readonly doors?: ReadonlyMap<string, string>
  /** R127: the organizer token in the browser's cookie. */
  readonly kept?: string | undefined
  /** The tokens of `auth`, once it has come; a token that is no text of a token's length is a bad token, not an absent one. */
  readonly token?: string | undefined
  readonly organizerToken?: string | undefined
}

/** A copy: a part of a header or packet would keep the whole of it in memory. */
const copied = (text: string) => Buffer.from(text).toString()

const copiedAll = (all: ReadonlyMap<string, string>) => new Map([...all].map(([id, signed]) => [copied(id), copied(signed)]))

const longestToken = 500
const tokenText = (token: unknown) => (typeof token === 'string' && token.length <= longestToken ? copied(token) : '')

/** The tokens that came in `auth`; undefined where anything else came, which no page of ours sends. */
export function tokensOf(auth: unknown): Pick<Handshake, 'token' | 'organizerToken'> | undefined {
  if (typeof auth !== 'object' || auth === null || Array.isArray(auth)) return undefined
  const { token, organizerToken, ...others } = auth as Readonly<Record<string, unknown>>
  if (Object.keys(others).length > 0) return undefined
  return {
    token: token === undefined ? undefined : tokenText(token),
    organizerToken: organizerToken === undefined ? undefined : tokenText(organizerToken),
  }
}

/** What the engine still asks of a request, and of its query, after its handshake. */
const keptHeaders = ['accept-encoding', 'content-type', 'content-length', 'origin']
const keptQuery = ['EIO', 'transport', 'sid', 'b64', 't']
const longestKept = 200
type Engines = IncomingMessage & { _query?: Readonly<Record<string, string>> }

/** Reads what is kept of a socket's first request. */
export function readHandshake({ headers, socket }: IncomingMessage, limits: SocketLimits, services: Services): Handshake {
  const address = copied(limits.addressOf(socket.remoteAddress, String(headers['x-forwarded-for'] ?? '')))
  const { publicUrl } = services
  const found = proofsOf(headers, publicUrl, (groupId, proof) => isProof(services, groupId, proof))
  const passes = passesOf(headers, publicUrl, (eventId, pass) => isTeamPass(services, eventId, pass))
  const doors = doorsOf(headers, publicUrl)
  const kept = keptOf(headers, publicUrl)
  return {
    address,
    ...(kept && { kept: tokenText(kept) }),
    proofs: copiedAll(found),
    ...(passes.size > 0 && { passes: copiedAll(passes) }),
    ...(doors.size > 0 && { doors: copiedAll(doors) }),
  }
}

/** Takes off a request what the engine doesn't need: it keeps a long poll's until there is something to say. */
export function shed(request: Engines) {
  const pick = (from: Readonly<Record<string, unknown>>, names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (typeof from[name] === 'string' ? [[name, copied(from[name].slice(0, longestKept))]] : [])))
  const lighter = request.headers.upgrade === undefined ? { headers: pick(request.headers, keptHeaders), rawHeaders: [], url: '/' } : {}
  Object.assign(request, lighter, { _query: pick(request._query ?? {}, keptQuery) })
}

/** How many bytes of ours a handshake takes. */
export const bytesOf = ({ proofs, passes = new Map(), doors = new Map(), kept = '', token = '', organizerToken = '' }: Handshake) =>
  [...proofs.values(), ...passes.values(), ...doors.values()].reduce(
    (bytes, proof) => bytes + proof.length,
    kept.length + token.length + organizerToken.length,
  )

/** Has a socket keep nothing of its handshake besides. */
export const forget = (socket: Pick<Socket, 'handshake'>) => void Object.assign(socket, { handshake: { auth: {}, headers: {}, query: {} } })
