// What the edit form of a group holds while others may change the same group (R55, R107).
import { useState } from 'react'
import { updateGroup } from '#client/group/actions.ts'
import { CallFailed } from '#client/lib/call.ts'
import { type Choices, isEnded } from '#client/lib/conflict/conflict.ts'
import { takeKept, useKept } from '#client/lib/conflict/kept-edits.ts'
import { type Asked, type Draft, type Saving, saveOver } from '#client/lib/conflict/save.ts'
import { useOrgs } from '#client/org/store.ts'
import { putGroup } from '#client/records/groups.ts'
import { GroupView } from '#protocol/group.ts'
import { changesOf, compareGroup, editsOf, type GroupEdits, typedOf } from './group-merge.ts'
import { nothingRefused, refusedOf } from './group-refused.ts'

type GroupDraft = Draft<GroupView, GroupEdits>

/** Takes the present group that a stale save is answered with; throws the failure itself where there is none. */
async function presentOf(error: unknown): Promise<GroupView> {
  const parsed = error instanceof CallFailed ? GroupView.safeParse(error.body.present) : undefined
  if (!parsed?.success) throw error
  putGroup(parsed.data)
  return parsed.data
}

const nameOf = (orgId: string) => useOrgs.getState().mine?.find(({ _id }) => _id === orgId)?.name ?? 'Another organization'
const saving: Saving<GroupView, GroupEdits> = {
  isChanged: ({ opened, edits }) => Object.keys(changesOf(editsOf(opened), edits)).length > 0,
  send: ({ opened, edits }) => updateGroup({ id: opened._id, settingsRev: opened.settingsRev, ...changesOf(editsOf(opened), edits) }),
  present: (_, error) => presentOf(error),
  compare: ({ opened, edits }, present) => compareGroup({ base: editsOf(opened), mine: edits, theirs: editsOf(present) }, nameOf),
}

const shownAfter = (error: unknown) => ({ isLost: isEnded(error), refused: refusedOf(error, 'Failed to update group') })
const nothingSaid = { refused: nothingRefused, conflict: null as Asked<GroupView, GroupEdits> | null, isLost: false }

/** Begins with `present`, the group as it moves live; `onSaved` is called once everything is on the server. */
export function useGroupEditing(present: GroupView, onSaved: (act?: string) => void) {
  const key = `group:${present._id}`
  const [kept] = useState(() => takeKept<GroupDraft>(key))
  const [draft, setDraft] = useState<GroupDraft>(() => kept ?? { opened: present, edits: editsOf(present) })
  const [said, setSaid] = useState(nothingSaid)
  const [isBusy, setBusy] = useState(false)
  const { conflict } = said
  useKept(key, saving.isChanged(draft) ? draft : null)

  async function save(now = draft) {
    setDraft(now)
    setSaid(nothingSaid)
    setBusy(true)
    const done = await saveOver(now, saving)
    if (done.is === 'saved') onSaved(done.act)
    else setDraft(done.draft)
    if (done.is === 'asked') setSaid({ ...nothingSaid, conflict: done.conflict })
    if (done.is === 'failed') setSaid({ ...nothingSaid, ...shownAfter(done.error) })
    setBusy(false)
  }

  return {
    edits: draft.edits,
    setEdits: (edits: GroupEdits) => setDraft((held) => ({ ...held, edits })),
    ...said,
    leaveConflict: () => setSaid((held) => ({ ...held, conflict: null })),
    /** Saves what was chosen, over the present state. */
    choose: async (choices: Choices) => {
      if (conflict) await save({ opened: conflict.present, edits: conflict.found.settle(choices) })
    },
    isBusy,
    save: () => save(),
    isKept: kept !== null,
    typed: typedOf(editsOf(draft.opened), draft.edits, nameOf),
    /** R107: answers are none of it. */
    isOvertaken: !isBusy && present.settingsRev !== draft.opened.settingsRev,
  }
}
