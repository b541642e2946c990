// The menu of the card: all that can be done besides what is next. It comes after the card.
import { CalendarArrowDown, CalendarPlus, LogOut, Pencil, Share2, UserX } from 'lucide-react'
import { useState } from 'react'
import { toasted } from '#client/lib/actions/use-action.ts'
import { shareUrl } from '#client/lib/event/share-path.ts'
import { fileLink, googleLink, outlookLink } from '#client/rsvp/own/calendar-links.ts'
import type { SavedAnswer } from '#client/rsvp/store.ts'
import { type MenuItem, MenuList, type MenuOpening } from '#client/ui/actions/menu-list.tsx'
import { hasShareSheet, shareLink } from '#client/ui/actions/share-button.tsx'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { isQuestion, type NextAct, type State } from '#protocol/seats/standing/standing.ts'
import { stopWaiting } from './acts.ts'
import { GiveUp } from './give-up.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { openChange } from './open-change.ts'
import { type AskedAbout, LeaveDialog, partyItems } from './party-acts.tsx'

interface MoreActsProps {
  form: FormView
  state: State
  next: NextAct | null
  saved: SavedAnswer
}

const failed = 'That couldn’t be sent. Please try again.'
const icon = { 'aria-hidden': true } as const

function calendarItems(form: FormView, next: NextAct | null): MenuItem[] {
  const { event } = form
  if (!event) return []
  return [
    ...(next === 'add-to-calendar'
      ? []
      : [{ label: 'Add to calendar', icon: <CalendarArrowDown {...icon} />, href: fileLink(form), download: true }]),
    { label: 'Google Calendar', icon: <CalendarPlus {...icon} />, href: googleLink(form, event), isElsewhere: true },
    { label: 'Outlook', icon: <CalendarPlus {...icon} />, href: outlookLink(form, event, 'private'), isElsewhere: true },
    { label: 'Outlook for work or school', icon: <CalendarPlus {...icon} />, href: outlookLink(form, event, 'work'), isElsewhere: true },
  ]
}

/** What differs from state to state. */
function answerItems({ form, state, next, saved }: MoreActsProps, giveUp: () => void): MenuItem[] {
  const stop = () => void toasted(() => stopWaiting(form, saved), { done: 'You no longer wait', failed })
  return [
    ...(state === 'waiting' && saved.attending === true ? [{ label: 'Stop waiting', icon: <LogOut {...icon} />, onSelect: stop }] : []),
    ...(next === 'change' || next === 'add-to-calendar'
      ? []
      : [{ label: 'Change my answer', icon: <Pencil {...icon} />, onSelect: () => openChange() }]),
    ...(saved.attending === false || saved.handOver || (isQuestion(next) && state !== 'offered')
      ? []
      : [{ label: 'I can’t make it', icon: <UserX {...icon} />, onSelect: giveUp }]),
  ]
}

export function MoreActs({ trigger, isOpened, hasFocus, ...props }: MoreActsProps & MenuOpening) {
  const { form, next, saved } = props
  const [isGivingUp, setGivingUp] = useState(false)
  const [leaving, setLeaving] = useState<AskedAbout | null>(null)
  const [linking, setLinking] = useState<AskedAbout | null>(null)
  const share = {
    label: hasShareSheet() ? 'Share the invitation' : 'Copy link',
    icon: <Share2 {...icon} />,
    onSelect: () => void shareLink(form.event?.name || form.name, shareUrl(form._id, form.eventId)),
  }
  const items = [
    ...answerItems(props, () => setGivingUp(true)),
    ...partyItems(props, { leave: setLeaving, link: setLinking }),
    ...(saved.attending ? calendarItems(form, next) : []),
    share,
  ]
  return (
    <>
      <MenuList align="start" items={items} trigger={trigger} isOpened={isOpened} hasFocus={hasFocus} />
      <LeaveDialog form={form} saved={saved} leaving={leaving} onClose={() => setLeaving(null)} />
      {linking && <LinkDialog form={form} linking={linking} onClose={() => setLinking(null)} />}
      <GiveUp form={form} saved={saved} open={isGivingUp} onOpenChange={setGivingUp} />
    </>
  )
}
