// A list that comes a page at a time: the first one now, further ones when asked, and all that are shown again when they may have changed.
import { useEffect, useMemo, useState } from 'react'
import { wentWrong } from './actions/use-action.ts'
import { errorText } from './call-failed.ts'
import { useReturn } from './connection.ts'

interface WithId {
  readonly _id: string
}
interface PageOf<Row> {
  readonly rows: readonly Row[]
  readonly nextCursor: string | null
}
/** Reads the page at `cursor`, the first without one. It stays the same function while the list is the same. */
type ReadPage<Row> = (cursor: string | undefined) => Promise<PageOf<Row>>

interface LoadedPages<Row> extends PageOf<Row> {
  /** How many pages the rows are. */
  readonly count: number
}
const nothing = { rows: [], nextCursor: null, count: 0 }

interface PagesState<Row> {
  /** Undefined while nothing was read. */
  readonly rows: readonly Row[] | undefined
  readonly isComplete: boolean
  /** The first page or a further one is being read. */
  readonly isBusy: boolean
  readonly failure: string | null
}
const unread = { rows: undefined, isComplete: false, isBusy: true, failure: null }

/** Reads on from `from` until it is `upTo` pages; a row that moved meanwhile, and so came twice, stands where it came last. */
async function readOn<Row extends WithId>(
  read: ReadPage<Row>,
  from: LoadedPages<Row>,
  upTo: number,
  isOver: () => boolean,
): Promise<LoadedPages<Row>> {
  let all = from
  while (!isOver() && (all.count === 0 || (all.nextCursor !== null && all.count < upTo))) {
    const { rows, nextCursor } = await read(all.nextCursor ?? undefined)
    const ids = new Set(rows.map(({ _id }) => _id))
    all = { rows: [...all.rows.filter(({ _id }) => !ids.has(_id)), ...rows], nextCursor, count: all.count + 1 }
  }
  return all
}

const noWish = { isMore: false, isAnew: false }

/** The pages of one list, one reading at a time: what is asked for meanwhile follows it. */
function pagesOf<Row extends WithId>(read: ReadPage<Row>, failed: string, show: (part: Partial<PagesState<Row>>) => void) {
  let held: LoadedPages<Row> = nothing
  let [asked, refused] = [noWish, noWish]
  let [isReading, isOver] = [false, false]
  const tell: typeof show = (part) => !isOver && show(part)
  const put = (now: LoadedPages<Row>) => {
    held = now
    tell({ rows: now.rows, isComplete: now.nextCursor === null })
  }
  const readFor = async (wish: typeof noWish) => {
    asked = noWish
    tell({ isBusy: wish.isMore || held.count === 0, failure: null })
    try {
      put(await readOn(read, wish.isAnew ? nothing : held, held.count + Number(wish.isMore), () => isOver))
    } catch (error) {
      refused = wish
      tell({ failure: errorText(error, failed) })
    }
  }
  const ask = async (wish: Partial<typeof asked>) => {
    asked = { ...asked, ...wish }
    if (isReading) return
    isReading = true
    while (!isOver && (asked.isMore || asked.isAnew)) await readFor(asked)
    isReading = false
    tell({ isBusy: false })
  }
  return {
    again: () => void ask({ isAnew: true }),
    more: () => void ask({ isMore: true }),
    retry: () => void ask(refused),
    edit(change: (rows: readonly Row[]) => readonly Row[]) {
      asked = { ...asked, isAnew: isReading }
      put({ ...held, rows: change(held.rows) })
    },
    end() {
      isOver = true
    },
  }
}

interface Options {
  /** What is said where the server has no word of its own. */
  failed?: string
  /** Another one means that the rows may have changed. */
  rev?: number | undefined
  /** How long (milliseconds) `rev` must rest before they are read. */
  restMs?: number
}

/**
 * Gives the rows that are here, and those of the list before until the first page of another `read` has come. `retry` asks for what failed once
 * more; `edit` changes what is shown, after a write: what is being read just then may not know of it, and is read anew.
 */
export function usePages<Row extends WithId>(read: ReadPage<Row>, { failed = wentWrong, rev, restMs = 0 }: Options = {}) {
  const [shown, setShown] = useState<PagesState<Row>>(unread)
  const { end, ...pages } = useMemo(() => pagesOf(read, failed, (part) => setShown((before) => ({ ...before, ...part }))), [read, failed])
  useEffect(() => end, [end])
  const { again } = pages
  useEffect(() => {
    if (restMs === 0) return again()
    const timer = setTimeout(again, restMs)
    return () => clearTimeout(timer)
  }, [again, rev, restMs])
  useReturn(again)
  return { ...shown, ...pages }
}
