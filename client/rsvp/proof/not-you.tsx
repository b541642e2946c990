// Somebody else opened the invitation in this browser: they go on as themselves, and the answer that was given here stays as it is (R239a).
import { dropDraft, editDraft, isTouched, useDraft } from '#client/rsvp/answer/draft.ts'
import { goToChoice } from '#client/rsvp/answer/form-parts.ts'
import { isSameLink, nobody, openedForm, useGuest } from '#client/rsvp/guest.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { endAside, setAside } from './aside.ts'

interface NotYouProps {
  name: string
  /** Forgets what else was begun by the one who was proven; gives what brings it back, null where there was nothing. */
  onGone?: () => (() => void) | null
}

/** A press by mistake is taken back by another, until somebody else is proven or another invitation opens. */
function offerBack(whose: string, wasTyped: boolean, back: () => void) {
  const { place } = useGuest.getState()
  const words = `${whose}’s answer stays as it is.${wasTyped ? ' What was typed and not sent is cleared.' : ''}`
  const id = toast(
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 wrap-anywhere">{words}</span>
      <Button size="sm" className="pointer-events-auto max-w-full" onClick={back}>
        <span className="truncate">{`I am ${whose}`}</span>
      </Button>
    </span>,
    { duration: 30_000 },
  )
  const stop = useGuest.subscribe((now) => {
    if (now.provenEmail === '' && place && isSameLink(place, now.place)) return
    stop()
    toast.remove(id)
  })
}

/** A login counts before anything that is typed (R17). */
function goOnAsAnother({ name, onGone }: NotYouProps) {
  const before = useGuest.getState()
  const { place, formId, provenEmail, isSession } = before
  if (isSession) toast(`You are logged in as ${provenEmail}. Log out to answer as someone else.`)
  if (isSession || !place) return
  const { draft } = useDraft.getState()
  const eventOrGroup = openedForm()?.eventId ?? (place.eventId || place.groupId)
  setAside(eventOrGroup)
  dropDraft()
  const bringBack = onGone?.() ?? null
  useGuest.setState({ ...nobody, formId, isKnown: true })
  window.scrollTo(0, 0)
  setTimeout(goToChoice)
  offerBack(name || provenEmail, bringBack !== null || isTouched(draft), () => {
    endAside(eventOrGroup)
    dropDraft()
    editDraft(draft)
    bringBack?.()
    useGuest.setState({ ...before, isArriving: true })
    setTimeout(goToChoice)
  })
}

export const NotYou = (props: NotYouProps) => (
  <Button variant="ghost" size="sm" className="-mx-3.5 max-w-full min-w-0 shrink" onClick={() => goOnAsAnother(props)}>
    <span className="truncate">{`Not ${props.name || 'you'}?`}</span>
  </Button>
)
