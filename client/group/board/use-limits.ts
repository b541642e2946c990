// The limits of a group's roles while they are being stepped: shown at once, sent after a rest, put back when refused.
import { useCallback, useEffect, useRef, useState } from 'react'
import { toasted, wentWrong } from '#client/lib/actions/use-action.ts'
import { without } from '#client/lib/by-id.ts'
import { CallFailed, errorText } from '#client/lib/call.ts'
import type { Choices } from '#client/lib/conflict/conflict.ts'
import { type EditConflict, saveOver } from '#client/lib/conflict/save.ts'
import { useReturn } from '#client/lib/connection.ts'
import { useGroups } from '#client/records/groups.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { toastUndoable } from '#client/undo/undo-toast.tsx'
import type { OverLimit } from '#client/waitlist/move-to-waitlist.tsx'
import type { GroupView, RoleView } from '#protocol/seats/group.ts'
import { type LimitDraft, type LimitEdit, limitSaving, roleIn, seatsOf } from './limit-saving.ts'
import { gatherLimits, type LimitUpdates } from './limit-updates.ts'

type ByRole<T> = Readonly<Record<string, T>>

export interface Limits {
  /** The number to show for a role: the one being stepped, else the current one. */
  shown: (role: RoleView) => number
  /** Why the last change of a role was refused. */
  errors: ByRole<string>
  /** R93: the last limit that was refused because of seats that could be moved to the waitlist. */
  over: OverLimit | null
  closeOver: () => void
  move: () => Promise<void>
  /** R107: the last limit that a colleague changed meanwhile, to another number. */
  conflict: EditConflict<GroupView, LimitEdit> | null
  endConflict: () => void
  choose: (choices: Choices) => Promise<void>
  step: (roleId: string, max: number) => void
}

interface Over extends OverLimit {
  readonly draft: LimitDraft
}

const limitSet = (name: string, max: number): string => `“${name}” has ${seatsOf(max)} now`
const movedText = (name: string): string => `The last people to get “${name}” were moved to the waitlist`

/** Gathers steps as long as the component is there; what still waits when it goes, or the page is closed or put away, is sent at once. */
function useGathered(send: (roleId: string, max: number) => Promise<void>): LimitUpdates {
  const latest = useRef(send)
  latest.current = send
  const [updates] = useState(() => gatherLimits((roleId, max) => void latest.current(roleId, max)))
  useEffect(() => {
    const flush = () => updates.flush()
    // A phone may end a page in the background without an event.
    const flushHidden = () => document.visibilityState === 'hidden' && flush()
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flushHidden)
    return () => {
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flushHidden)
      flush()
    }
  }, [updates])
  return updates
}

/** R107: saves a limit over what others save meanwhile, and asks where one of them set another. `end` is called with limits that are no longer being stepped. */
function useSaving(end: (edits: LimitEdit) => void) {
  const [conflict, setConflict] = useState<EditConflict<GroupView, LimitEdit> | null>(null)
  /** Throws where it is refused. */
  const save = async (first: LimitDraft, said: typeof limitSet) => {
    const done = await saveOver(first, limitSaving)
    if (done.is === 'asked') return setConflict(done.conflict)
    if (done.is === 'failed') throw done.error
    const { opened, edits } = done.draft
    end(edits)
    const role = roleIn(opened, edits.roleId)
    if (!role) toast.error(`“${roleIn(first.opened, edits.roleId)?.name}” was deleted in the meantime`)
    else if (limitSaving.isChanged(first)) toastUndoable(said(role.name, edits.max), [done.act])
  }
  const endConflict = () => {
    if (conflict) end(conflict.found.settle({}))
    setConflict(null)
  }
  const choose = async (choices: Choices) => {
    if (!conflict) return
    endConflict()
    const chosen = { opened: conflict.current, edits: conflict.found.settle(choices) }
    await toasted(() => save(chosen, limitSet))
  }
  return { conflict, endConflict, choose, save }
}

/** The limits that are being stepped, each with the group as it was when that was begun. */
function useDrafts(group: GroupView) {
  const [drafts, setDrafts] = useState<ByRole<number>>({})
  const begun = useRef<ByRole<GroupView>>({})
  const put = (roleId: string, max: number) => {
    if (drafts[roleId] === undefined) begun.current = { ...begun.current, [roleId]: group }
    setDrafts((held) => ({ ...held, [roleId]: max }))
  }
  const end = ({ roleId, max }: LimitEdit) => {
    begun.current = { ...begun.current, [roleId]: useGroups.getState().byId[group._id] ?? group }
    setDrafts((held) => (held[roleId] === max ? without(held, roleId) : held))
  }
  /** The group a change begins with: what others have changed by then is on screen already, and is no conflict. */
  const openedFor = (roleId: string) => {
    const before = begun.current[roleId] ?? group
    return roleIn(before, roleId)?.max === roleIn(group, roleId)?.max ? group : before
  }
  return { drafts, put, end, openedFor }
}

export function useLimits(group: GroupView): Limits {
  const { drafts, put, end, openedFor } = useDrafts(group)
  const [errors, setErrors] = useState<ByRole<string>>({})
  const [over, setOver] = useState<Over | null>(null)
  const { save, ...conflicting } = useSaving(end)
  const refused = (error: unknown, draft: LimitDraft) => {
    const { roleId, max } = draft.edits
    setErrors((held) => ({ ...held, [roleId]: errorText(error, wentWrong) }))
    const { body, status } = error instanceof CallFailed ? error : { body: {} as Record<string, unknown>, status: undefined }
    const name = roleIn(draft.opened, roleId)?.name ?? ''
    if (body.moveToWaitlist === true) setOver({ name, max, filled: Number(body.filled), draft })
    // Without a connection what was chosen stays; a refusal puts the current limit back (R4).
    if (status !== 0) end(draft.edits)
  }
  const { change } = useGathered(async (roleId, max) => {
    const draft = { opened: openedFor(roleId), edits: { roleId, max } }
    await save(draft, limitSet).catch((error: unknown) => refused(error, draft))
  })
  useResent(drafts, (roleId, max) => {
    setErrors({})
    change(roleId, max)
  })
  return {
    shown: (role) => drafts[role._id] ?? role.max,
    errors,
    over,
    closeOver: () => setOver(null),
    move: async () => {
      if (over) await save({ ...over.draft, edits: { ...over.draft.edits, moveToWaitlist: true } }, movedText)
    },
    ...conflicting,
    step: (roleId, max) => {
      put(roleId, max)
      setErrors((held) => without(held, roleId))
      change(roleId, max)
    },
  }
}

/** Sends what could not be sent, once there is a connection again. */
function useResent(drafts: ByRole<number>, send: (roleId: string, max: number) => void) {
  const unsent = useRef({ drafts, send })
  unsent.current = { drafts, send }
  const sendAgain = useCallback(() => {
    for (const [roleId, max] of Object.entries(unsent.current.drafts)) unsent.current.send(roleId, max)
  }, [])
  useReturn(sendAgain)
}
