// What a pass says, and whether it is signed by the installation: checked on the phone (R181, R190). The bytes are those of `server/seats/model/pass.ts`.
import type { PassKey } from '#protocol/seats/door/door.ts'
import { passIn } from '../pass-text.ts'

export interface PassSays {
  readonly rsvpId: string
  /** The end of a companion's id; absent for the guest. */
  readonly companion?: string
  readonly serial: number
  /** It counts nowhere: then `rsvpId` and `serial` name it. */
  readonly isPractice?: true
  /** In milliseconds. */
  readonly until: number
}

const signatureLength = 64
const dayMs = 86_400_000
/** Key 2; then version 1, event 4, answer 12, serial 3, end 4; of a companion version 2, event 3, answer 12, companion 3, serial 3, end 2. */
const [idLength, signedLength] = [2, 26]
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const number = (bytes: Uint8Array) => bytes.reduce((sum, byte) => sum * 256 + byte, 0)
const text = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

function bytesOf(token: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const bytes = Uint8Array.from(atob(token.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
    // Bits behind the last byte would make another text of the same pass.
    return bytes.length === signedLength + signatureLength && text(bytes) === token ? bytes : undefined
  } catch {
    return undefined
  }
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
const imported = new Map<string, Promise<CryptoKey>>()
function importedKey({ x, y }: PassKey): Promise<CryptoKey> {
  const key = imported.get(x) ?? crypto.subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', x, y }, algorithm, false, ['verify'])
  imported.set(x, key)
  return key
}

/** Undefined where it isn't ours, or of another event. */
export async function readPass(scanned: string, eventId: string, keys: readonly PassKey[]): Promise<PassSays | undefined> {
  const bytes = bytesOf(passIn(scanned) ?? '')
  const known = bytes && keys.find(({ id }) => id === text(bytes.subarray(0, idLength)))
  if (!bytes || !known) return undefined
  const [signed, signature] = [bytes.slice(0, signedLength), bytes.slice(signedLength)]
  if (!(await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, await importedKey(known), signature, signed))) return undefined
  const part = (from: number, to: number) => signed.subarray(idLength + from, idLength + to)
  if (bytes[idLength] === 2) {
    const says = {
      rsvpId: hex(part(4, 16)),
      companion: hex(part(16, 19)),
      serial: number(part(19, 22)),
      until: number(part(22, 24)) * dayMs,
    }
    return eventId.endsWith(hex(part(1, 4))) ? says : undefined
  }
  const version = bytes[idLength]
  if ((version !== 1 && version !== 3) || !eventId.endsWith(hex(part(1, 5)))) return undefined
  const says = { rsvpId: hex(part(5, 17)), serial: number(part(17, 20)), until: number(part(20, 24)) * 1000 }
  return version === 3 ? { ...says, isPractice: true } : says
}
