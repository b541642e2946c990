// How much somebody has taken on in an event with several groups: what its page and its emails begin with (R131a, R151). Pure.

const hourMs = 3_600_000
export interface Sum {
  readonly shifts: number
  /** How long they take together. */
  readonly ms: number
}

/** "3 shifts, 7 hours"; without the hours where they aren't known. */
export function sumInWords({ shifts, ms }: Sum): string {
  const [hours, minutes] = [Math.floor(ms / hourMs), Math.round((ms % hourMs) / 60_000)]
  const inHours = hours === 1 ? '1 hour' : `${hours} hours`
  const time = minutes === 0 ? inHours : hours === 0 ? `${minutes} min` : `${hours} h ${minutes} min`
  return [shifts === 1 ? '1 shift' : `${shifts} shifts`, ...(ms > 0 ? [time] : [])].join(', ')
}

/** What whoever comes to some of them is told first. */
export const comingInWords = (sum: Sum) => `You’re coming: ${sumInWords(sum)}`
