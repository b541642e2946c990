// Where the form offers to wait: only with full roles, so the panel comes when it is needed.
import { Suspense } from 'react'
import { waitPanel } from '#client/rsvp/later.ts'
import type { FormView } from '#protocol/rsvp.ts'
import { editDraft, useDraft } from './draft.ts'
import { type Filled, isSingleRole } from './filled.ts'

export function Waiting({ form, filled: { seats, saved } }: { form: FormView; filled: Filled }) {
  const { draft } = useDraft()
  const mine = saved?.waiting ?? []
  if (!mine.length && !(form.waitlist && seats.some((role) => role.isFull))) return null
  const roles = seats.map(({ _id, name, left, isFull }) => ({
    _id,
    name,
    left,
    isFull,
    waiting: form.roleCoverage.find((one) => one._id === _id)?.waiting ?? 0,
    position: mine.find((one) => one.role === name)?.position,
  }))
  const { waitIds = roles.flatMap((role) => (role.position ? role._id : [])), keepWaiting = false, replaceRole = false } = draft
  const mayReplace = isSingleRole(form) && seats.some((role) => role.isChosen)
  return (
    <Suspense>
      <waitPanel.Component {...{ roles, waitIds, keepWaiting, replaceRole, mayReplace }} onChange={editDraft} />
    </Suspense>
  )
}
