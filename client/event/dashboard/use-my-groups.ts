// The dashboard's groups: pages of them, the newest first, the next one when it is asked for.
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, sentenceOf } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/reach.ts'
import { putGroup } from '#client/records/groups.ts'
import { groupApi } from '#protocol/group.ts'

export type Listing =
  | { is: 'loading' }
  | { is: 'failed'; sentence: string }
  | { is: 'listed'; ids: readonly string[]; hasMore: boolean; isBusy: boolean; failure: string | null }

interface Pages {
  readonly ids: string[]
  readonly next: string | null
}
async function fetchPage({ ids, next }: Pages): Promise<Pages> {
  const { groups, nextCursor } = await call(groupApi.mine, next === null ? {} : { cursor: next })
  for (const group of groups) putGroup(group)
  return { ids: [...new Set([...ids, ...groups.map((group) => group._id)])], next: nextCursor }
}
const sentence = (error: unknown) => sentenceOf(error, 'Something went wrong. Please try again.')
const listed = ({ ids, next }: Pages, isBusy = false, failure: string | null = null): Listing => ({
  is: 'listed',
  ids,
  hasMore: next !== null,
  isBusy,
  failure,
})

/** Loads the first page, and again what is here when somebody comes back; `more` brings the next page. */
export function useMyGroups() {
  const [listing, setListing] = useState<Listing>({ is: 'loading' })
  const held = useRef<{ pages: Pages | null; count: number }>({ pages: null, count: 1 })

  const load = useCallback(async () => {
    if (!held.current.pages) setListing({ is: 'loading' })
    try {
      let pages: Pages = await fetchPage({ ids: [], next: null })
      for (let n = 1; n < held.current.count && pages.next !== null; n++) pages = await fetchPage(pages)
      held.current.pages = pages
      setListing(listed(pages))
    } catch (error) {
      setListing({ is: 'failed', sentence: sentence(error) })
    }
  }, [])
  const more = useCallback(async () => {
    const { pages } = held.current
    if (!pages || pages.next === null) return
    setListing(listed(pages, true))
    try {
      const all = await fetchPage(pages)
      held.current = { pages: all, count: held.current.count + 1 }
      setListing(listed(all))
    } catch (error) {
      setListing(listed(pages, false, sentence(error)))
    }
  }, [])

  useEffect(() => void load(), [load])
  useReturn(useCallback(() => void load(), [load]))
  return { listing, load, more }
}
