// What a guest is told of waiting, in words.

/** A role as somebody who may have to wait needs it. */
export interface RoleToWaitFor {
  readonly _id: string
  readonly name: string
  readonly left: number
  readonly isFull: boolean
  /** How many wait for it. */
  readonly waiting: number
  /** One's own place; absent for whoever does not wait for it yet. */
  readonly position?: number | undefined
}
const before = (count: number) => (count === 0 ? 'nobody before you' : `${count} before you`)

/** First what is open, then the list: "Speaker is full: take Host now (3 left), or wait: 2 before you." */
export function waitSentence({ name, waiting, position }: RoleToWaitFor, roles: readonly RoleToWaitFor[]): string {
  const open = roles.filter((role) => !role.isFull && role.left > 0).toSorted((a, b) => b.left - a.left)[0]
  const instead = open ? `take ${open.name} now (${open.left} left), or wait` : 'you can wait'
  return `${name} is full: ${instead}: ${before(position === undefined ? waiting : position - 1)}.`
}

/** Says how long something lasts yet: "3 h 20 min", below an hour "12:05". */
export function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes}:${String(seconds % 60).padStart(2, '0')}`
}
