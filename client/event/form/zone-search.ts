// Finds a time zone as people look for it (R135): by a city's current or former name, country, abbreviation, or distance from UTC.
import { zoneLabel } from '#client/lib/dates.ts'
import { folded, wordsOf } from '#protocol/kernel/finding/names.ts'
import { partsOf } from '#protocol/kernel/time/clocks.ts'

export interface ZoneName {
  readonly _description?: string
  readonly _alias?: string
  readonly _iana?: string
}
/** CLDR's list, by its short ids: the first two letters are those of the country. */
export type ZoneNames = Readonly<Record<string, ZoneName | string | boolean>>

export interface Zone {
  /** As this browser calls it. */
  readonly id: string
  readonly label: string
  /** City and country. */
  readonly hint: string
  /** The words of its city and country, and all words it is found by. */
  readonly places: readonly string[]
  readonly words: readonly string[]
  readonly abbreviations: readonly string[]
  /** Whose clocks these abbreviations are best known for. */
  readonly isModel: boolean
  readonly offset: number
}

/** Abbreviations that people type, each with a zone that has them; every zone that is called like it has them too. */
const models: Readonly<Record<string, string>> = {
  'Europe/Paris': 'CET CEST MEZ',
  'Europe/Athens': 'EET EEST',
  'Europe/Lisbon': 'WET WEST',
  'Europe/London': 'GMT BST',
  'Africa/Abidjan': 'GMT',
  'Europe/Dublin': 'GMT IST',
  'Europe/Moscow': 'MSK',
  'America/New_York': 'ET EST EDT',
  'America/Chicago': 'CT CST CDT',
  'America/Denver': 'MT MST MDT',
  'America/Los_Angeles': 'PT PST PDT',
  'America/Anchorage': 'AKST AKDT',
  'Pacific/Honolulu': 'HST',
  'America/Halifax': 'AST ADT',
  'America/St_Johns': 'NST NDT',
  'America/Sao_Paulo': 'BRT',
  'America/Argentina/Buenos_Aires': 'ART',
  'Asia/Kolkata': 'IST',
  'Asia/Jerusalem': 'IST IDT',
  'Asia/Dubai': 'GST',
  'Asia/Karachi': 'PKT',
  'Asia/Dhaka': 'BST',
  'Asia/Kathmandu': 'NPT',
  'Asia/Bangkok': 'ICT',
  'Asia/Jakarta': 'WIB',
  'Asia/Manila': 'PHT PST',
  'Asia/Shanghai': 'CST',
  'Asia/Hong_Kong': 'HKT',
  'Asia/Singapore': 'SGT',
  'Asia/Tokyo': 'JST',
  'Asia/Seoul': 'KST',
  'Australia/Sydney': 'AEST AEDT',
  'Australia/Adelaide': 'ACST ACDT',
  'Australia/Perth': 'AWST',
  'Pacific/Auckland': 'NZST NZDT',
  'Africa/Johannesburg': 'SAST',
  'Africa/Nairobi': 'EAT',
  'Africa/Lagos': 'WAT',
  'Africa/Maputo': 'CAT',
}

/** What the 'GMT+5:45' in a zone's label says, in minutes. */
function minutesOf(label: string): number {
  const [, sign, hours, minutes = '0'] = /GMT([+-])(\d+)(?::(\d+))?/.exec(label) ?? []
  return hours ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const shortRegions = new Intl.DisplayNames('en', { type: 'region', style: 'short', fallback: 'none' })
/** 'United States US USA': how a country may be typed. */
function countryWords(id: string): string {
  const code = id.slice(0, 2).toUpperCase()
  const names = /^[A-Z]{2}$/.test(code) ? [regions.of(code), shortRegions.of(code)] : []
  return [...names, names.length > 0 && code, code === 'US' && 'USA'].filter(Boolean).join(' ')
}

/** Each zone once, under its current name; those that this browser knows, and the one that is `chosen` as it is spelled. */
export function listZones(names: ZoneNames, chosen: readonly string[], known: readonly string[], at: string): Zone[] {
  const entries = new Map<string, readonly [string, ZoneName]>()
  for (const [short, entry] of Object.entries(names))
    if (typeof entry === 'object') for (const id of (entry._alias ?? '').split(' ')) entries.set(id, [short, entry])
  /** 'Central European Time': zones that are called alike share their abbreviations. */
  const generic = (id: string) => partsOf(new Date(at), id, 'en-US', { timeZoneName: 'longGeneric' }).timeZoneName ?? ''
  const abbreviationsOf = new Map<string, string[]>()
  for (const [id, list] of Object.entries(models)) abbreviationsOf.set(generic(id), [...(abbreviationsOf.get(generic(id)) ?? []), list])

  const taken = new Set<unknown>()
  const zones: Zone[] = []
  for (const id of new Set([...chosen, 'UTC', ...known])) {
    const [short, entry] = entries.get(id) ?? ['', undefined]
    if (taken.has(entry ?? id)) continue
    taken.add(entry ?? id)
    const current = entry?._iana ?? id
    const label = zoneLabel(id, at, current)
    const hint = entry?._description ?? ''
    zones.push({
      id,
      label,
      hint,
      places: wordsOf(hint),
      words: wordsOf([current, hint, entry?._alias, countryWords(short), generic(id)].join(' ')),
      abbreviations: wordsOf((abbreviationsOf.get(generic(id)) ?? []).join(' ')),
      isModel: current in models,
      offset: minutesOf(label),
    })
  }
  return zones.sort((one, other) => one.label.localeCompare(other.label, 'en'))
}

function scoreOf(word: string, { words, places, abbreviations, isModel }: Zone): number {
  if (abbreviations.includes(word)) return isModel ? 5 : 4
  if (places.includes(word)) return 4
  if (words.includes(word)) return 3
  if (words.some((one) => one.startsWith(word))) return 2
  return word.length > 2 && words.some((one) => one.includes(word)) ? 1 : 0
}

const offsetQuery = /^(?:utc|gmt)?\s*([+\-\u2212])\s*(\d{1,2})(?::?([0-5]\d))?$/i

export const noZone = 'No time zone found. Try a city, a country, CET or UTC+1.'

/** Gives the zones that `query` may mean, the likeliest first. */
export function findZones(zones: readonly Zone[], query: string): readonly Zone[] {
  const [, sign, hours, minutes = '0'] = offsetQuery.exec(folded(query).trim()) ?? []
  if (hours) {
    const offset = (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes))
    return zones.filter((zone) => zone.offset === offset)
  }
  const asked = wordsOf(query)
  const scored = zones.map((zone) => {
    const scores = asked.map((word) => scoreOf(word, zone))
    return { zone, score: scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 1) }
  })
  return scored
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ zone }) => zone)
}
