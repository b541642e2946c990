// What a scanned or typed text means to the door.

/** A pass of ours, as its link or its token; null for any other text. */
export function passIn(text: string): string | null {
  const token = text.slice(text.indexOf('#') + 1).trim()
  return /^[\w-]{100,400}$/.test(token) ? token : null
}
