// What the edit form of a group holds while others may change the same group (R55).
import { useState } from 'react'
import { updateGroup } from '#client/group/actions.ts'
import { CallFailed } from '#client/lib/call.ts'
import type { Clash } from '#client/lib/stale-notice.tsx'
import { putGroup } from '#client/records/groups.ts'
import { GroupView } from '#protocol/group.ts'
import { changesOf, editsOf, type GroupEdits, isEdited, mergeGroup } from './group-merge.ts'
import { nothingRefused, refusedOf } from './group-refused.ts'

/** Every answer moves the group's rev too: as long as what the form shows is untouched, the save is simply made again. */
const tries = 5
const loadFirst = 'Someone else changed this in the meantime. Please load the present state first; what you typed stays.'

/** The present group that a stale save is answered with, put into the store; null for any other failure. */
function presentOf(error: unknown): GroupView | null {
  if (!(error instanceof CallFailed) || error.code !== 'stale-rev') return null
  const parsed = GroupView.safeParse(error.body.present)
  if (!parsed.success) return null
  putGroup(parsed.data)
  return parsed.data
}

/** Begins with `present`, the group as it moves live; `onSaved` is called once everything is on the server. */
export function useGroupEditing(present: GroupView, onSaved: () => void) {
  const [base, setBase] = useState(() => editsOf(present))
  const [edits, setEdits] = useState(base)
  const [refused, setRefused] = useState(nothingRefused)
  const [clashes, setClashes] = useState<readonly Clash[] | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function send(rev: number, left: number): Promise<void> {
    try {
      await updateGroup({ id: present._id, rev, ...changesOf(base, edits) })
      onSaved()
    } catch (error) {
      const now = presentOf(error)
      if (now && left > 0 && !isEdited(editsOf(now), base)) return send(now.rev, left - 1)
      if (!now) setRefused(refusedOf(error, 'Failed to update group'))
    }
  }
  const isStale = isEdited(editsOf(present), base)
  async function save() {
    if (isStale) return setRefused({ ...nothingRefused, general: loadFirst })
    if (Object.keys(changesOf(base, edits)).length === 0) return onSaved()
    setBusy(true)
    setRefused(nothingRefused)
    setClashes(null)
    await send(present.rev, tries)
    setBusy(false)
  }
  /** Keeps what I typed over what is there now. */
  function loadPresent() {
    const theirs: GroupEdits = editsOf(present)
    const merged = mergeGroup(base, edits, theirs)
    setBase(theirs)
    setEdits(merged.edits)
    setClashes(merged.clashes)
    setRefused(nothingRefused)
  }
  return { edits, setEdits, refused, clashes, isBusy, save, loadPresent, isStale }
}
