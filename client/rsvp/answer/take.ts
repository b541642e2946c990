// Taking a role or giving it back, or waiting for it: on its card, on the cover, or in the list of many.
import type { FormView } from '#protocol/seats/rsvp.ts'
import { editDraft, useDraft } from './draft.ts'
import { type Filled, isSingleRole } from './form-state.ts'
import type { RoleSeats } from './seats.ts'

/** Notes the choice; a role taken means yes (R82). */
export function takeRole(form: FormView, { seats }: Filled, id: string, isTaken: boolean) {
  // Whoever takes another role lets go of one that somebody else has got.
  const others = seats.filter((role) => role.isChosen && role._id !== id && !(isTaken && role.isFull)).map((role) => role._id)
  if (isTaken) editDraft({ roleIds: [...(isSingleRole(form) ? [] : others), id], attending: true })
  else editDraft({ roleIds: others })
}

/** R89: notes the wait, or that there is none any more. */
export function waitForRole({ waits, seats }: Filled, { _id, name }: RoleSeats, isOn: boolean) {
  const { keepWaiting = false, replaceRole = false } = useDraft.getState().draft
  const waitFor = isOn ? [...waits, name] : waits.filter((one) => one !== name)
  // Whoever waits for a role has not got it.
  const chosen = seats.filter((role) => role.isChosen).map((role) => role._id)
  const roleIds = isOn && chosen.includes(_id) ? { roleIds: chosen.filter((one) => one !== _id) } : {}
  editDraft({ waitFor, keepWaiting, replaceRole, ...roleIds, attending: true })
}
