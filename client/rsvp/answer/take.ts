// Taking a role or giving it back, on its card or on the cover.
import type { FormView } from '#protocol/seats/rsvp.ts'
import { editDraft } from './draft.ts'
import { type Filled, isSingleRole } from './form-state.ts'

/** Notes the choice; a role taken means yes (R82). */
export function takeRole(form: FormView, { seats }: Filled, id: string, isTaken: boolean) {
  // Whoever takes another role lets go of one that somebody else has got.
  const others = seats.filter((role) => role.isChosen && role._id !== id && !(isTaken && role.isFull)).map((role) => role._id)
  if (isTaken) editDraft({ roleIds: [...(isSingleRole(form) ? [] : others), id], attending: true })
  else editDraft({ roleIds: others })
}
