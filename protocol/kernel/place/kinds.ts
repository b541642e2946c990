// R255: whether a typed place is somewhere on a map, or isn't (“Online”, a phone number). The one place that says so.

const wordsOf = (text: string) => new Set(text.split(' '))
/** What is said instead of a place. */
const nowhere = wordsOf(
  'online virtual virtually remote remotely internet web zoom teams meet hangout hangouts webex skype discord slack whatsapp telegram facetime ' +
    'jitsi youtube twitch livestream webinar video call phone telephone tel mobile dial tba tbd tbc announced decided determined confirmed ' +
    'unknown na none later link anywhere everywhere virtuell telefon telefonisch virtuel virtuelle ligne línea linea remoto онлайн オンライン 线上 線上 온라인',
)
/** What may stand beside it. */
const beside = wordsOf(
  'microsoft ms google live stream streaming audio conference meeting event room id passcode password code number url ext x a to be by via ' +
    'on in as shared at and or the our your join follow follows soon en',
)
const phone = /\+\d[\d\s().-]{6,}\d/u
const coordinates = /°|\d\.\d{2,}[,;\s]+-?\d+\.\d{2,}/u

/** Whether it holds an email address, as far as a place can: something, an @, and a dot inside what follows. */
const hasAddress = (text: string) =>
  text.split(/\s/u).some((word) => {
    const at = word.indexOf('@', 1)
    return at > 0 && word.slice(at + 2, -1).includes('.')
  })

/** Whether a map search would find it. */
export function isOnMap(place: string): boolean {
  const text = place.toLowerCase()
  if (phone.test(text) || text.includes('://') || hasAddress(text)) return false
  const words = text.replace(/[./]/gu, '').match(/\p{L}+/gu) ?? []
  // Without any word it is a phone number, or a point on the globe.
  if (words.length === 0) return coordinates.test(text)
  return !words.every((word) => nowhere.has(word) || beside.has(word)) || !words.some((word) => nowhere.has(word))
}
