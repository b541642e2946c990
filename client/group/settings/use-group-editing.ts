// What the edit form of a group holds while others may change the same group (R55).
import { useState } from 'react'
import { updateGroup } from '#client/group/actions.ts'
import { CallFailed } from '#client/lib/call.ts'
import type { Clash } from '#client/lib/stale-notice.tsx'
import { putGroup } from '#client/records/groups.ts'
import { GroupView } from '#protocol/group.ts'
import { changesOf, editsOf, mergeGroup } from './group-merge.ts'
import { nothingRefused, refusedOf } from './group-refused.ts'

const loadFirst = 'Someone else changed this in the meantime. Please load the present state first; what you typed stays.'

/** Puts the present group that a stale save is answered with into the store; false for any other failure. */
function tookPresent(error: unknown): boolean {
  const isStale = error instanceof CallFailed && error.code === 'stale-rev'
  const parsed = isStale ? GroupView.safeParse(error.body.present) : undefined
  if (!parsed?.success) return false
  putGroup(parsed.data)
  return true
}

/** Begins with `present`, the group as it moves live; `onSaved` is called once everything is on the server. */
export function useGroupEditing(present: GroupView, onSaved: (act?: string) => void) {
  /** What the edits started from. */
  const [opened, setOpened] = useState(present)
  const [edits, setEdits] = useState(() => editsOf(present))
  const [refused, setRefused] = useState(nothingRefused)
  const [clashes, setClashes] = useState<readonly Clash[] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isStale = present.settingsRev !== opened.settingsRev // R107: answers are none of it

  async function save() {
    if (isStale) return setRefused({ ...nothingRefused, general: loadFirst })
    const changes = changesOf(editsOf(opened), edits)
    if (Object.keys(changes).length === 0) return onSaved()
    setBusy(true)
    setRefused(nothingRefused)
    setClashes(null)
    try {
      onSaved(await updateGroup({ id: opened._id, settingsRev: opened.settingsRev, ...changes }))
    } catch (error) {
      if (!tookPresent(error)) setRefused(refusedOf(error, 'Failed to update group'))
    }
    setBusy(false)
  }
  /** Keeps what I typed over what is there now. */
  function loadPresent() {
    const merged = mergeGroup(editsOf(opened), edits, editsOf(present))
    setOpened(present)
    setEdits(merged.edits)
    setClashes(merged.clashes)
    setRefused(nothingRefused)
  }
  return { edits, setEdits, refused, clashes, isBusy, save, loadPresent, isStale }
}
