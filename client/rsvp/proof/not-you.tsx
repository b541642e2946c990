// Somebody else opened the invitation in this browser: they go on as themselves, and the answer that was given here stays as it is (R239a).
import { dropDraft } from '#client/rsvp/answer/draft.ts'
import { goToChoice } from '#client/rsvp/answer/form-parts.ts'
import { nobody, openedForm, useGuest } from '#client/rsvp/guest.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { setAside } from './aside.ts'

/** Says whether they do; a login counts before anything that is typed (R17). */
function goOnAsAnother(): boolean {
  const { place, formId, provenEmail, isSession } = useGuest.getState()
  if (isSession) toast(`You are logged in as ${provenEmail}. Log out to answer as someone else.`)
  if (isSession || !place) return false
  dropDraft()
  setAside(openedForm()?.eventId ?? (place.eventId || place.groupId))
  useGuest.setState({ ...nobody, formId, isKnown: true })
  window.scrollTo(0, 0)
  setTimeout(goToChoice)
  return true
}

/** `onGone`: what else was begun by the one who was proven is forgotten. */
export const NotYou = ({ name, onGone }: { name: string; onGone?: () => void }) => (
  <Button variant="ghost" size="sm" className="-mx-3.5 max-w-full min-w-0 shrink" onClick={() => goOnAsAnother() && onGone?.()}>
    <span className="truncate">{`Not ${name || 'you'}?`}</span>
  </Button>
)
