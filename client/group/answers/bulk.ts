// Does one thing after another to many answers: waits where the server asks for a pause, and counts what was done and what couldn't be
// (decision 0121).
import { CallFailed, errorText } from '#client/lib/call.ts'
import { answerText, peopleText } from '#protocol/seats/companions/counting.ts'
import type { RsvpRow } from '#protocol/seats/group.ts'

export interface BulkState {
  readonly all: number
  readonly done: number
  readonly failed: number
  /** Why the first that failed did. */
  readonly sentence: string | null
  /** Seconds until it goes on; 0 while it does. */
  readonly pausedFor: number
}
export const nothingYet = (all: number): BulkState => ({ all, done: 0, failed: 0, sentence: null, pausedFor: 0 })

/** Whether the next would fare no better: no line, no right. */
const isHopeless = (error: unknown) => error instanceof CallFailed && [0, 401, 403].includes(error.status)
const secondsOf = (error: unknown) =>
  error instanceof CallFailed && error.code === 'rate-limited' ? Math.min(120, Number(error.body.seconds) || 1) : 0
const seconds = (count: number) => new Promise((rest) => setTimeout(rest, count * 1000))

export interface Bulk {
  readonly rows: readonly RsvpRow[]
  readonly work: (row: RsvpRow) => Promise<unknown>
  readonly onState: (state: BulkState) => void
  /** Asked before each row. */
  readonly isStopped: () => boolean
}

/** Works through the rows, and gives how it ended. What comes after a lost connection or a lost right isn't tried. */
export async function eachRow({ rows, work, onState, isStopped }: Bulk): Promise<BulkState> {
  let state = nothingYet(rows.length)
  const tell = (part: Partial<BulkState>) => {
    state = { ...state, ...part }
    onState(state)
  }
  const tryOne = async (row: RsvpRow): Promise<unknown> => {
    try {
      await work(row)
      return null
    } catch (error) {
      const wait = secondsOf(error)
      if (wait === 0 || isStopped()) return error
      tell({ pausedFor: wait })
      await seconds(wait)
      tell({ pausedFor: 0 })
      return tryOne(row)
    }
  }
  for (const row of rows) {
    if (isStopped()) break
    const error = await tryOne(row)
    if (error === null) tell({ done: state.done + 1 })
    else tell({ failed: state.failed + 1, sentence: state.sentence ?? errorText(error, 'Something went wrong. Please try again.') })
    if (isHopeless(error)) break
  }
  return state
}

/** R171: an answer with companions is more than one person. */
export const countOf = (rows: readonly Pick<RsvpRow, 'companions'>[]) =>
  rows.some(({ companions }) => companions?.length) ? answerText : peopleText

/** Says how it ended: '12 people removed, 1 failed: …'. */
export function bulkSum({ all, done, failed, sentence }: BulkState, verb: string, count = peopleText): string {
  const left = all - done - failed
  const said = [
    `${count(done)} ${verb}`,
    ...(left > 0 ? [`${left.toLocaleString('en')} not tried`] : []),
    ...(failed > 0 ? [`${failed.toLocaleString('en')} failed: ${sentence}`] : []),
  ]
  return said.join(', ')
}
