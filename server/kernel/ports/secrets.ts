// Chance and secrets come in here and nowhere else: ids, tokens, codes, keyed hashes, signatures, sealed texts, passwords.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'
import { domainToUnicode } from 'node:url'
import argon2 from 'argon2'
import { code, codeAlphabet } from '#protocol/kernel/limits.ts'

export interface Secrets {
  /** R25: 24 hex characters from 12 random bytes. */
  randomId(): string
  /** The same of a record that is only ever added: it rises with time, so that those of one moment lie beside each other in the store. */
  risingId(ms: number): string
  /** R29: 256 random bits, base64url. */
  randomToken(): string
  /** R15: six characters without look-alikes. */
  randomCode(): string
  /** How a token is kept: SHA-256, hex. A token has 256 random bits, so no key is needed. */
  hashToken(token: string): string
  /** The id that follows from its parts (an RSVP from event, group and email): 24 hex characters, the same on every process. So whether it is there is a read by id. */
  idOf(...parts: string[]): string
  /** A keyed hash of something guessable (a code), hex. */
  keyedHash(...parts: string[]): string
  /** `text` with a signature, safe in a cookie. */
  sign(text: string): string
  /** The text of a signed one, or undefined when it isn't ours. */
  unsign(signed: string): string | undefined
  /** Encrypts what must be kept readable for a while: an email with a code or link in it. */
  seal(text: string): string
  unseal(sealed: string): string
}

/** Takes random ids from a buffer of 256: asking the system for each would be the slowest part of making one. */
function pooledIds() {
  let [pool, used] = [randomBytes(12 * 256), 0]
  return () => {
    if (used === pool.length) [pool, used] = [randomBytes(pool.length), 0]
    used += 12
    return pool.toString('hex', used - 12, used)
  }
}

const [timeLength, idLength] = [11, 24]

const maxOfAddress = 254
/** R244b: the domain of an address as people write it. Ids were made of that before addresses were kept in ASCII, and stay what they are. */
function asWritten(part: string): string {
  const at = part.length <= maxOfAddress && part.includes('xn--') ? part.lastIndexOf('@') + 1 : 0
  return at === 0 ? part : part.slice(0, at) + domainToUnicode(part.slice(at))
}

const derive = (from: string, purpose: string, salt = '') => Buffer.from(hkdfSync('sha256', from, salt, purpose, 32))
const macOf = (key: KeyObject, parts: readonly string[]) => createHmac('sha256', key).update(parts.join('\u0000'))

/** How ids follow from their parts: `was` says how they did of addresses in any spelling, and `former` which records have such an id (R244b). */
export function createIds(idKey: string, former: ReadonlyMap<string, string> = new Map()) {
  const key = createSecretKey(derive(idKey, 'id'))
  const was = (...parts: readonly string[]) => macOf(key, parts).digest('hex').slice(0, 24)
  const is = (...parts: readonly string[]) => {
    const id = was(...parts.map(asWritten))
    return former.get(id) ?? id
  }
  return { was, is }
}

/**
 * `tokenSecret` signs and seals; `idKey` derives ids and must stay the same for as long as the store lives. Both are 32 bytes or more of text. What was
 * signed in another `era` is not ours any more (R156).
 */
export function createSecrets(tokenSecret: string, idKey: string, era = '', former?: ReadonlyMap<string, string>): Secrets {
  const hashKey = createSecretKey(derive(tokenSecret, 'hash'))
  const signKey = createSecretKey(derive(tokenSecret, 'sign', era))
  const sealKey = derive(tokenSecret, 'seal')
  const randomId = pooledIds()
  return {
    randomId,
    risingId: (ms) => ms.toString(16).padStart(timeLength, '0') + randomId().slice(0, idLength - timeLength),
    randomToken: () => randomBytes(32).toString('base64url'),
    randomCode: () => Array.from({ length: code.length }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join(''),
    hashToken: (token) => createHash('sha256').update(token).digest('hex'),
    idOf: createIds(idKey, former).is,
    keyedHash: (...parts) => macOf(hashKey, parts).digest('hex'),
    sign: (text) => `${Buffer.from(text).toString('base64url')}.${macOf(signKey, [text]).digest('base64url')}`,
    unsign(signed) {
      const [body = '', signature = ''] = signed.split('.')
      const text = Buffer.from(body, 'base64url').toString()
      const given = Buffer.from(signature, 'base64url')
      const right = macOf(signKey, [text]).digest()
      return given.length === right.length && timingSafeEqual(given, right) ? text : undefined
    },
    seal(text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce)
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
    },
    unseal(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
    },
  }
}

/** A new secret for `TOKEN_SECRET` or the store's id key: 256 random bits. */
export const newSecret = () => randomBytes(32).toString('base64url')

export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes as long without a hash as with one, so that nobody learns which accounts exist (R34). */
  matches(password: string, hash: string | null): Promise<boolean>
  /** Throws PasswordsBusy where a further password would be turned away. */
  checkRoom(): void
}

/** Too many passwords wait to be hashed: nothing was looked at, and trying again a little later is safe. */
export class PasswordsBusy extends Error {
  override name = 'PasswordsBusy'
}

/** R119: `atOnce` of the four threads that reading files needs too, and so many more who wait some two seconds at most. */
const hashing = { atOnce: 2, waiting: 64 }

/** Lets `atOnce` run and a bounded number wait; refuses the rest. */
function createPool({ atOnce, waiting }: typeof hashing) {
  const queue: (() => void)[] = []
  let working = 0
  const checkRoom = () => {
    if (working >= atOnce && queue.length >= waiting) throw new PasswordsBusy('Too many passwords wait to be hashed')
  }
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    checkRoom()
    if (working < atOnce) working++
    else await new Promise<void>((turn) => queue.push(turn))
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else working--
    }
  }
  return { checkRoom, run }
}

/** R35: argon2id, 19 MiB, 2 passes, 1 lane (OWASP's password storage cheat sheet). Tests may ask for a cheaper one. Refuses with PasswordsBusy. */
export function createPasswords(cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }, allowed = hashing): Passwords {
  const decoy = argon2.hash('the password of nobody', cost)
  const { checkRoom, run } = createPool(allowed)
  return {
    checkRoom,
    hash: (password) => run(() => argon2.hash(password, cost)),
    matches: (password, hash) =>
      run(async () => {
        const right = await argon2.verify(hash ?? (await decoy), password)
        return right && hash !== null
      }),
  }
}
