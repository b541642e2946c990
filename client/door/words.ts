// What the door says: one word that is read at arm's length, and a sentence for who wants to know more.
import { formatShortDay, formatTime } from '#client/lib/dates.ts'
import { serverNow } from '#client/lib/now.ts'
import type { DoorPerson } from '#protocol/seats/door/person.ts'
import type { ScanAnswer } from '#protocol/seats/door/scan.ts'
import type { OfflineAnswer, OfflineResult } from './offline/decide.ts'
import type { Note } from './store.ts'

export const wordOf: Readonly<Record<OfflineResult, string>> = {
  ok: 'Let in',
  again: 'Already in',
  early: 'Too early',
  wrongGroup: 'Another group',
  waiting: 'On the waitlist',
  noAnswer: 'No answer',
  declined: 'Not coming',
  void: 'Void pass',
  unknown: 'Unknown',
  canceled: 'Canceled',
  double: 'Let in twice',
  'admitted-void': 'Let in, void pass',
  newer: 'Newer than this list',
}

/** R191, R192: what only turned out once the phone was online again. */
export const noteWords: Readonly<Record<Note['result'], string>> = {
  double: 'Let in twice',
  'admitted-void': 'Let in, void pass',
  wrongGroup: 'Let in at another group’s door',
  noSeat: 'Let in without a seat',
}

/** How times are said in a zone: by the hour; and with their “at”, and their day where that isn’t today. */
export function timesIn(zone: string) {
  const timeAt = (iso: string) => formatTime(iso, zone)
  const today = formatShortDay(new Date(serverNow()).toISOString(), zone)
  const dayOf = (iso: string) => (formatShortDay(iso, zone) === today ? '' : `on ${formatShortDay(iso, zone)} `)
  return { timeAt, whenAt: (iso: string) => `${dayOf(iso)}at ${timeAt(iso)}` }
}

/** `when`: '' where the answer has none. */
export function sentenceFor({ result, door = '' }: OfflineAnswer, when: string): string {
  const sentences: Readonly<Record<OfflineResult, string>> = {
    ok: '',
    again: `Came in ${when}, ${door}.`,
    early: `The doors open ${when}.`,
    wrongGroup: `This pass is for another group of the event.${when && ` Its doors open ${when}.`}`,
    waiting: 'They wait for a seat, and have none yet.',
    noAnswer: 'They were asked, and haven’t answered.',
    declined: 'They said they weren’t coming.',
    void: 'A newer pass has replaced this one, or its seat was given up.',
    unknown: 'This is no pass for this event.',
    canceled: 'This event was canceled.',
    double: 'Two phones let them in.',
    'admitted-void': 'Their pass was void already when they were let in.',
    newer: 'The pass is real, but their answer is newer than the list on this phone.',
  }
  return sentences[result]
}

/** R191: "North 7:02 PM, South 7:05 PM". */
export const entriesIn = (entries: NonNullable<ScanAnswer['entries']>, timeAt: (iso: string) => string) =>
  entries.map(({ at, door }) => `${door} ${timeAt(at)}`).join(', ')

export const standingWords: Readonly<Record<DoorPerson['standing'], string>> = {
  yes: '',
  waiting: 'On the waitlist',
  no: 'Not coming',
  none: 'No answer',
}
