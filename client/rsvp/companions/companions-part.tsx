// Who comes along with the guest, and as what (R170): it comes where companions are welcome, after the first paint.
import { editDraft } from '#client/rsvp/answer/draft.ts'
import type { Filled } from '#client/rsvp/answer/form-state.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { CompanionList } from './companion-list.tsx'

export function CompanionsPart({ form, filled }: { form: FormView; filled: Filled }) {
  const { saved, name, waits, attending } = filled
  if (attending !== true) return null
  return (
    <CompanionList
      form={form}
      party={filled}
      guest={name}
      isWaiting={waits.length > 0}
      isSaved={saved !== null}
      onChange={(party) => editDraft({ ...party, ...(party.companions && { attending: true }) })}
      titleId="companions-title"
    />
  )
}
