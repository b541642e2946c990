// Whose answer to all groups it is; who comes along is added on the page of the first group that takes companions (R239b).
import { useLocation } from 'wouter'
import { WhoseLine } from '#client/rsvp/card/whose-line.tsx'
import { isAnswer } from '#client/rsvp/guest.ts'
import { bringPage, type GroupChoice } from './choice.ts'
import { setPicksAside } from './picks.ts'

const canBring = ({ form, saved, isClosed }: GroupChoice) =>
  saved?.attending === true && !isClosed && !form.shut && (saved.companions?.length ?? 0) < (form.maxCompanions ?? 0)

export function WhoseAnswer({ all, isOpen }: { all: readonly GroupChoice[]; isOpen: boolean }) {
  const [, goTo] = useLocation()
  const saved = all.find((one) => one.saved && isAnswer(one.saved))?.saved
  const taking = all.find(canBring)
  if (!saved) return null
  return (
    <WhoseLine
      whose={saved.name || saved.email}
      isOpen={isOpen}
      bring={taking ? () => goTo(bringPage(taking)) : null}
      onGone={setPicksAside}
    />
  )
}
