// How the operator's page writes times, sizes, and what runs by itself.
import { formatInstant, viewerZone } from '#client/lib/dates.ts'

export const whenOf = (instant: string) => formatInstant(instant, viewerZone())

const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
/** '1.4 GB' */
export function bytesText(bytes: number): string {
  const power = Math.min(bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3), units.length - 1)
  const value = bytes / 1_000 ** power
  return `${value.toFixed(power > 0 && value < 10 ? 1 : 0)} ${units[power]}`
}

const steps = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const
/** '3 days', '1 hour'; the largest unit that fits. */
export function spanText(ms: number): string {
  const [unitMs, unit] = steps.find(([size]) => ms >= size) ?? [1_000, 'second']
  const count = Math.max(0, Math.floor(ms / unitMs))
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** For the names that the program gives its jobs, where they don't say enough. */
const jobs: Readonly<Record<string, string>> = {
  backup: 'Backups',
  check: 'Database check',
  history: 'Seat charts',
  jobs: 'Job queue',
  mail: 'Emails',
  progress: 'Delivery counts',
  sandbox: 'Payment sandbox',
  serving: 'Server versions',
  'jobs: anonymizing': 'Removing names from old answers',
  'jobs: changes told to guests': 'Emails about changes',
  'jobs: checkouts closed': 'Closing unused checkouts',
  'jobs: names of erased guests': 'Erasing names of guests',
  'jobs: news for organizers': 'Emails to organizers',
  'jobs: purge': 'Deleting old data',
  'jobs: seats leased at doors': 'Seats held by door phones',
  'jobs: sensitive answers': 'Deleting sensitive answers',
  'jobs: who didn’t come': 'No-shows',
}

/** 'jobs: waitlists' as 'Waitlists'. */
export function roundText(name: string): string {
  const words = jobs[name] ?? name.replace(/^jobs: /, '')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** How long before `now` that was. */
export const agoText = (instant: string, now: string) => spanText(Date.parse(now) - Date.parse(instant))
