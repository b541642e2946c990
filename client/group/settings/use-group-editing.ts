// What the edit form of a group holds while others may change the same group (R55, R107).
import { useState } from 'react'
import { updateGroup } from '#client/group/actions.ts'
import { CallFailed } from '#client/lib/call.ts'
import { type Choices, type Comparison, type Editor, isEnded, staleOf } from '#client/lib/conflict/conflict.ts'
import { takeKept, useKept } from '#client/lib/conflict/kept-edits.ts'
import { useOrgs } from '#client/org/store.ts'
import { putGroup } from '#client/records/groups.ts'
import { GroupView } from '#protocol/group.ts'
import { changesOf, compareGroup, editsOf, type GroupEdits, typedOf } from './group-merge.ts'
import { nothingRefused, refusedOf } from './group-refused.ts'

/** What the edits started from, and the edits. */
interface Draft {
  opened: GroupView
  edits: GroupEdits
}
/** R107: what others changed meanwhile as well, over the present state. */
interface Found {
  present: GroupView
  found: Comparison<GroupEdits>
  by: Editor | null
}

/** Takes the present group that a stale save is answered with; null for any other failure. */
function presentOf(error: unknown): GroupView | null {
  const parsed = error instanceof CallFailed ? GroupView.safeParse(error.body.present) : undefined
  if (!parsed?.success) return null
  putGroup(parsed.data)
  return parsed.data
}

const nameOf = (orgId: string) => useOrgs.getState().mine?.find(({ _id }) => _id === orgId)?.name ?? 'Another organization'
const isChanged = ({ opened, edits }: Draft) => Object.keys(changesOf(editsOf(opened), edits)).length > 0
/** So often a save begins anew by itself where others keep saving what is no conflict. */
const mostTries = 5

/** Begins with `present`, the group as it moves live; `onSaved` is called once everything is on the server. */
export function useGroupEditing(present: GroupView, onSaved: () => void) {
  const key = `group:${present._id}`
  const [kept] = useState(() => takeKept<Draft>(key))
  const [draft, setDraft] = useState<Draft>(() => kept ?? { opened: present, edits: editsOf(present) })
  const [refused, setRefused] = useState(nothingRefused)
  const [conflict, setConflict] = useState<Found | null>(null)
  const [isLost, setLost] = useState(false)
  const [isBusy, setBusy] = useState(false)
  useKept(key, isChanged(draft) ? draft : null)

  /** Saves `draft`; where only others changed a field, theirs is taken and it goes on; where both did, it asks. */
  async function send(now: Draft, tries = mostTries): Promise<void> {
    const { opened, edits } = now
    if (!isChanged(now)) return onSaved()
    try {
      await updateGroup({ id: opened._id, settingsRev: opened.settingsRev, ...changesOf(editsOf(opened), edits) })
      onSaved()
    } catch (error) {
      const stale = staleOf(error)
      const there = stale && presentOf(error)
      if (there && tries > 0) return reconcile(now, there, stale.by, tries)
      setLost(isEnded(error))
      setRefused(refusedOf(error, 'Failed to update group'))
    }
  }

  async function reconcile(now: Draft, there: GroupView, by: Editor | null, tries: number) {
    const found = compareGroup({ base: editsOf(now.opened), mine: now.edits, theirs: editsOf(there) }, nameOf)
    if (found.conflicts.length > 0) return setConflict({ present: there, found, by })
    const next = { opened: there, edits: found.settle({}) }
    setDraft(next)
    await send(next, tries - 1)
  }

  async function save(now = draft) {
    setBusy(true)
    setRefused(nothingRefused)
    await send(now)
    setBusy(false)
  }

  /** Saves what was chosen, over the present state. */
  async function choose(choices: Choices) {
    if (!conflict) return
    const next = { opened: conflict.present, edits: conflict.found.settle(choices) }
    setConflict(null)
    setDraft(next)
    await save(next)
  }

  return {
    edits: draft.edits,
    setEdits: (edits: GroupEdits) => setDraft((held) => ({ ...held, edits })),
    refused,
    conflict,
    leaveConflict: () => setConflict(null),
    choose,
    isBusy,
    save: () => save(),
    isKept: kept !== null,
    isLost,
    typed: typedOf(editsOf(draft.opened), draft.edits, nameOf),
    /** R107: answers are none of it. */
    isOvertaken: !isBusy && present.settingsRev !== draft.opened.settingsRev,
  }
}
