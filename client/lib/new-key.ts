// The one maker of idempotency keys (R56). Works over plain HTTP too, where browsers have no `crypto.randomUUID`.

/** Makes a key that no one else has: 128 random bits as hex. */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
