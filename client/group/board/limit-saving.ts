// R107: how the limit of one role is saved over what others save meanwhile: nobody's number is overwritten unseen.
import { currentOf, setRoleMax } from '#client/group/actions.ts'
import { isConflict, settled } from '#client/lib/conflict/conflict.ts'
import type { EditDraft, Saving } from '#client/lib/conflict/save.ts'
import { formatCount } from '#client/lib/format-count.ts'
import type { GroupView } from '#protocol/seats/group.ts'

export interface LimitEdit {
  readonly roleId: string
  readonly max: number
  /** R93: the newest holders go to the waitlist where the limit is below the seats taken. */
  readonly moveToWaitlist?: true
}
export type LimitDraft = EditDraft<GroupView, LimitEdit>

export const roleIn = ({ roles }: GroupView, id: string) => roles.find(({ _id }) => _id === id)

export const seatsOf = (max: number) => (max === 1 ? '1 seat' : `${formatCount(max)} seats`)

export const limitSaving: Saving<GroupView, LimitEdit> = {
  isChanged: ({ opened, edits }) => roleIn(opened, edits.roleId) !== undefined && roleIn(opened, edits.roleId)?.max !== edits.max,
  send: ({ opened, edits: { roleId, ...edit } }) =>
    setRoleMax({ id: opened._id, name: roleIn(opened, roleId)?.name ?? '', settingsRev: opened.settingsRev, ...edit }),
  current: (_, error) => currentOf(error),
  compare: ({ opened, edits }, current) => {
    const [before, now] = [roleIn(opened, edits.roleId), roleIn(current, edits.roleId)]
    if (!before || !now) return { conflicts: [], settle: () => edits } // deleted meanwhile: there is nothing left to change
    const versions = { base: before.max, mine: edits.max, theirs: now.max }
    const conflict = { key: edits.roleId, label: `Limit of ${now.name}`, mine: seatsOf(edits.max), theirs: seatsOf(now.max) }
    return {
      conflicts: isConflict(versions) ? [conflict] : [],
      settle: (choices) => ({ ...edits, max: settled(versions, choices[edits.roleId]) }),
    }
  },
}
