// What a scanned or typed text means to the door.

/** A pass of ours, as its link or its token; null for any other text. */
export function passIn(text: string): string | null {
  const token = text.slice(text.indexOf('#') + 1).trim()
  return /^[\w-]{100,400}$/.test(token) ? token : null
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
/** Whether a name has every word that was typed at the beginning of one of its own, accents aside. */
export function isNamed(name: string, typed: string): boolean {
  const words = plain(name).split(/[\s-]+/)
  return plain(typed)
    .split(/\s+/)
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)))
}
