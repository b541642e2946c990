// R255: what a typed place is: somewhere on a map, a web address, or neither ("Online", a phone number). The one place that says so.

/** With its scheme, with www, or with a path. */
const address =
  /https?:\/\/[^\s<>"]+|(?<![\p{L}\d@.:/-])(?:www\.(?:[\p{L}\d-]+\.)+\p{L}{2,}|(?:[\p{L}\d-]+\.)+\p{L}{2,}(?::\d+)?\/)[^\s<>"]*/giu
/** A host alone is one where nothing else is typed, and nobody would write a name so: "St.Martin". */
const host = /^(?:[\p{Ll}\d-]+\.)+\p{Ll}{2,}$|^(?:[\p{L}\d-]+\.){2,}\p{L}{2,}$/u
const mark = /[.,;:!?'"’”»]$/u
/** Without what ends a sentence or a bracket around it. */
function trimmed(found: string): string {
  const isOpen = found.endsWith(')') && !found.includes('(')
  return mark.test(found) || isOpen ? trimmed(found.slice(0, -1)) : found
}
const withScheme = (found: string) => (/^https?:/i.test(found) ? found : `https://${found}`)
const isWhole = (found: string) => URL.canParse(found) && new URL(found).hostname.includes('.')

const emptied = /\(\s*\)|\[\s*\]|<\s*>/gu
const loose = /^[\s,;:|·–—-]+\.?|[\s,;:|·–—-]+\.?$/gu

/** The words of a place without its web addresses, and the first of these; '' for none. */
export function partsOfPlace(typed: string): { readonly place: string; readonly link: string } {
  const found = (host.test(typed.trim()) ? [typed.trim()] : (typed.match(address) ?? []))
    .map(trimmed)
    .filter((one) => isWhole(withScheme(one)))
  const [first] = found
  if (first === undefined) return { place: typed, link: '' }
  const left = found.reduce((text, one) => text.replace(one, () => ' '), typed)
  return { place: left.replace(emptied, ' ').replace(loose, '').replace(/\s+/gu, ' '), link: withScheme(first) }
}

const wordsOf = (text: string) => new Set(text.split(' '))
/** What is said instead of a place. */
const nowhere = wordsOf(
  'online virtual virtually remote remotely internet web zoom teams meet hangout hangouts webex skype discord slack whatsapp telegram facetime ' +
    'jitsi youtube twitch livestream webinar video call phone telephone tel mobile dial tba tbd tbc announced decided determined confirmed ' +
    'unknown na none later anywhere everywhere virtuell telefon telefonisch virtuel virtuelle ligne línea linea remoto онлайн オンライン 线上 線上 온라인',
)
/** What may stand beside it. */
const beside = wordsOf(
  'microsoft ms google live stream streaming audio conference meeting event room id passcode password code number link url ext x a to be by via ' +
    'on in at and or the our your join follow follows soon en',
)
const phone = /\+\d[\d\s().-]{6,}\d/u
const coordinates = /°|\d\.\d{2,}[,;\s]+-?\d+\.\d{2,}/u

/** Whether a map search would find it. */
export function isOnMap(place: string): boolean {
  const text = place.toLowerCase()
  if (phone.test(text) || /\w:\/\/|\S@\S+\.\S/u.test(text)) return false
  const words = text.replace(/[./]/gu, '').match(/\p{L}+/gu) ?? []
  // Without any word it is a phone number, or a point on the globe.
  if (words.length === 0) return coordinates.test(text)
  return !words.every((word) => nowhere.has(word) || beside.has(word)) || !words.some((word) => nowhere.has(word))
}
