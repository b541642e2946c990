// The one place of chance: idempotency keys (R56), and what encryption needs. Works over plain HTTP too, where browsers have no `crypto.randomUUID`.

export const newBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count))

/** Makes a key that no one else has: 128 random bits as hex. */
export const newKey = () => Array.from(newBytes(16), (byte) => byte.toString(16).padStart(2, '0')).join('')
