// Who comes along to one group, at that group (R170): it comes once somebody comes to a group that welcomes companions.
import { CompanionList, type Party } from '#client/rsvp/companions/companion-list.tsx'
import type { GroupChoice } from '#client/several/choice.ts'
import { editPicks } from '#client/several/picks.ts'
import { useSeveral } from '#client/several/store.ts'
import { companionsTitle } from './places.ts'

export function GroupCompanions({ chosen, guest }: { chosen: GroupChoice; guest: string }) {
  const { form, pick, companions, saved } = chosen
  const wrong = useSeveral((now) => now.wrongCompanions[form._id])
  const change = (party: Partial<Party>) => {
    editPicks({ [form._id]: { ...pick, ...party } })
    useSeveral.setState(({ wrongCompanions: { [form._id]: _, ...others } }) => ({ wrongCompanions: others }))
  }
  return (
    <CompanionList
      form={form}
      party={{ companions, atLeast: pick.atLeast ?? saved?.atLeast }}
      guest={guest}
      isWaiting={pick.waitFor.length > 0}
      isSaved={saved !== null}
      onChange={change}
      {...(wrong && { wrong })}
      titleId={companionsTitle(form._id)}
      isInGroup
    />
  )
}
