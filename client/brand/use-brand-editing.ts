// What the form of a brand holds while others may change the same one (R107).
import { useState } from 'react'
import { CallFailed, errorText } from '#client/lib/call.ts'
import type { Choices } from '#client/lib/conflict/conflict.ts'
import { takeKept, useKept } from '#client/lib/conflict/kept-edits.ts'
import { type EditConflict, type EditDraft, saveOver } from '#client/lib/conflict/save.ts'
import { toastWithBack } from '#client/undo/undo-toast.tsx'
import type { BrandPage } from '#protocol/people/brand/brand.ts'
import { type BrandEdits, brandSaving, editsOf } from './brand-edits.ts'
import { type BrandOwner, undoBrand } from './store.ts'

type BrandDraft = EditDraft<BrandPage, BrandEdits>
interface Refused {
  readonly general: string
  readonly fields: Readonly<Record<string, string>>
}
const nothingRefused: Refused = { general: '', fields: {} }

const refusedOf = (error: unknown): Refused => {
  const fields = error instanceof CallFailed ? error.fields : {}
  return { fields, general: Object.keys(fields).length > 0 ? '' : errorText(error, 'The brand could not be saved.') }
}

interface SaveProblem {
  readonly refused: Refused
  /** What both changed, over the current state; null for nothing. */
  readonly conflict: EditConflict<BrandPage, BrandEdits> | null
  readonly isBusy: boolean
}
const nothingSaid: SaveProblem = { refused: nothingRefused, conflict: null, isBusy: false }

/** Saves, and says what became of it; what isn't saved stays typed. */
async function saved(orgId: BrandOwner, draft: BrandDraft): Promise<{ typed: BrandDraft | null; said: SaveProblem }> {
  const done = await saveOver(draft, brandSaving(orgId))
  if (done.is === 'asked') return { typed: done.draft, said: { ...nothingSaid, conflict: done.conflict } }
  if (done.is === 'failed') return { typed: done.draft, said: { ...nothingSaid, refused: refusedOf(done.error) } }
  const { act } = done
  if (act) toastWithBack('Brand saved', act, () => undoBrand(orgId, act))
  return { typed: null, said: nothingSaid }
}

/** Begins with `current`, the brand as it moves live: what somebody else saved comes in until one types. Once it is saved `sendLogo` follows. */
export function useBrandEditing(orgId: BrandOwner, current: BrandPage, sendLogo: () => Promise<unknown>) {
  const key = `brand:${orgId ?? 'own'}`
  const saving = brandSaving(orgId)
  const [kept] = useState(() => takeKept<BrandDraft>(key))
  const [typed, setTyped] = useState<BrandDraft | null>(kept)
  const [said, setSaid] = useState(nothingSaid)
  const draft = typed ?? { opened: current, edits: editsOf(current) }
  const isDirty = typed !== null && saving.isChanged(typed)
  useKept(key, isDirty ? typed : null)

  async function save(now: BrandDraft = draft) {
    setTyped(now)
    setSaid({ ...nothingSaid, isBusy: true })
    const after = await saved(orgId, now)
    setTyped(after.typed)
    if (!after.typed) await sendLogo()
    setSaid(after.said)
  }

  return {
    edits: draft.edits,
    change: (part: Partial<BrandEdits>) => {
      setTyped({ opened: draft.opened, edits: { ...draft.edits, ...part } })
      if (!said.isBusy) setSaid(nothingSaid)
    },
    discard: () => setTyped(null),
    ...said,
    leaveConflict: () => setSaid((held) => ({ ...held, conflict: null })),
    choose: async (choices: Choices) => {
      const { conflict } = said
      if (conflict) await save({ opened: conflict.current, edits: conflict.found.settle(choices) })
    },
    isDirty,
    isKept: kept !== null,
    save: () => save(),
    isOvertaken: isDirty && !said.isBusy && JSON.stringify(editsOf(current)) !== JSON.stringify(editsOf(draft.opened)),
  }
}
