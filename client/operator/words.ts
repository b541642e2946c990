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

/** What the program calls its loops; what a loop does one after the other has words of its own. */
const loops: Readonly<Record<string, string>> = {
  backup: 'Backups',
  check: 'Check of the store’s file',
  history: 'Fill curves',
  jobs: 'Jobs, one after the other',
  mail: 'Emails',
  progress: 'Delivery counts',
  sandbox: 'Messages of the payment sandbox',
  serving: 'Versions of the server processes',
}

/** 'jobs: waitlists' as 'Waitlists'. */
export function roundText(name: string): string {
  const words = loops[name] ?? name.replace(/^jobs: /, '')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** How long before `now` that was. */
export const agoText = (instant: string, now: string) => spanText(Date.parse(now) - Date.parse(instant))
