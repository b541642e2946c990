// What the edit form of a group holds while others may change the same group (R55, R107).
import { useState } from 'react'
import { currentOf, updateGroup } from '#client/group/actions.ts'
import { NotMeant } from '#client/lib/call-failed.ts'
import { type Choices, isEnded } from '#client/lib/conflict/conflict.ts'
import { useDespite } from '#client/lib/conflict/despite.tsx'
import { takeKept, useKept } from '#client/lib/conflict/kept-edits.ts'
import { type EditConflict, type EditDraft, type Saving, saveOver } from '#client/lib/conflict/save.ts'
import { useOrgs } from '#client/org/store.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { changesOf, compareGroup, editsOf, type GroupEdits, typedOf } from './group-merge.ts'
import { nothingRefused, refusedOf } from './group-refused.ts'

type GroupDraft = EditDraft<GroupView, GroupEdits>

const nameOf = (orgId: string) => useOrgs.getState().mine?.find(({ _id }) => _id === orgId)?.name ?? 'Another organization'
export const groupSaving: Saving<GroupView, GroupEdits> = {
  isChanged: ({ opened, edits }) => Object.keys(changesOf(editsOf(opened), edits)).length > 0,
  send: ({ opened, edits }, despiteOverlap) =>
    updateGroup({
      id: opened._id,
      settingsRev: opened.settingsRev,
      ...changesOf(editsOf(opened), edits),
      ...(despiteOverlap && { despiteOverlap }),
    }),
  current: (_, error) => currentOf(error),
  compare: ({ opened, edits }, current) => compareGroup({ base: editsOf(opened), mine: edits, theirs: editsOf(current) }, nameOf),
}

const savingOver = (attempt: ReturnType<typeof useDespite>['attempt']) => ({
  ...groupSaving,
  send: (draft: GroupDraft) => attempt('', (isMeant) => groupSaving.send(draft, isMeant)),
})
const shownAfter = (error: unknown) => ({ isLost: isEnded(error), refused: refusedOf(error, 'Failed to update group') })
const nothingSaid = { refused: nothingRefused, conflict: null as EditConflict<GroupView, GroupEdits> | null, isLost: false }

/** Begins with `current`, the group as it moves live; `onSaved` is called once everything is on the server. */
export function useGroupEditing(current: GroupView, onSaved: (act?: string) => void) {
  const key = `group:${current._id}`
  const [kept] = useState(() => takeKept<GroupDraft>(key))
  const [draft, setDraft] = useState<GroupDraft>(() => kept ?? { opened: current, edits: editsOf(current) })
  const [said, setSaid] = useState(nothingSaid)
  const [isBusy, setBusy] = useState(false)
  const { conflict } = said
  const despite = useDespite()
  useKept(key, groupSaving.isChanged(draft) ? draft : null)

  async function save(now = draft) {
    setDraft(now)
    setSaid(nothingSaid)
    setBusy(true)
    const done = await saveOver(now, savingOver(despite.attempt))
    if (done.is === 'saved') onSaved(done.act)
    else setDraft(done.draft)
    if (done.is === 'asked') setSaid({ ...nothingSaid, conflict: done.conflict })
    if (done.is === 'failed' && !(done.error instanceof NotMeant)) setSaid({ ...nothingSaid, ...shownAfter(done.error) })
    setBusy(false)
  }

  return {
    edits: draft.edits,
    despite: despite.dialog,
    setEdits: (edits: GroupEdits) => setDraft((held) => ({ ...held, edits })),
    ...said,
    leaveConflict: () => setSaid((held) => ({ ...held, conflict: null })),
    /** Saves what was chosen, over the current state. */
    choose: async (choices: Choices) => {
      if (conflict) await save({ opened: conflict.current, edits: conflict.found.settle(choices) })
    },
    isBusy,
    save: () => save(),
    isKept: kept !== null,
    typed: typedOf(editsOf(draft.opened), draft.edits, nameOf),
    /** R107: answers are none of it. */
    isOvertaken: !isBusy && current.settingsRev !== draft.opened.settingsRev,
  }
}
