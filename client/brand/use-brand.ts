// Opens a brand and keeps it live, in the room of its organization or of one's own account.
import { useCallback, useEffect, useMemo, useState } from 'react'
import { errorText } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/connection.ts'
import { useWatch } from '#client/lib/live.ts'
import { useSession } from '#client/lib/session.ts'
import { accountRoom, orgRoom } from '#protocol/live.ts'
import { type BrandOwner, loadBrand, useBrandPage } from './store.ts'

/** Reads it, and again whenever it may have changed unheard. */
export function useBrand(orgId: BrandOwner) {
  const page = useBrandPage(orgId)
  const [failure, setFailure] = useState<string | null>(null)
  const userId = useSession((now) => now.user?._id)
  const load = useCallback(() => {
    loadBrand(orgId).then(
      () => setFailure(null),
      (error: unknown) => setFailure(errorText(error, 'The brand could not be loaded.')),
    )
  }, [orgId])
  useEffect(load, [load])
  useReturn(useCallback(() => failure !== null && load(), [failure, load]))
  const watcher = useMemo(() => ({ onView: load, onRefused: load }), [load])
  useWatch(orgId ? orgRoom(orgId) : userId ? accountRoom(userId) : null, watcher)
  return { page, failure, load }
}
