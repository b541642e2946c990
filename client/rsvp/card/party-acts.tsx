// What the card's menu has for whoever brings somebody along: to come without one of them, to send one a link of their own, and to take fewer seats than
// are held (R171, R173, R175).

import { MailX, Send, UserCheck, UserMinus } from 'lucide-react'
import { toasted } from '#client/lib/actions/use-action.ts'
import { serverNow } from '#client/lib/now.ts'
import type { SavedAnswer } from '#client/rsvp/store.ts'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import type { MenuItem } from '#client/ui/actions/menu-list.tsx'
import { companionName } from '#protocol/seats/companions/companion.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { offersOpen, type State } from '#protocol/seats/standing/standing.ts'
import { acceptOffer, comeWithout, takeLinkBack } from './acts.ts'

/** A companion who is asked about: as the card calls them, and as the guest named them. */
export interface AskedAbout {
  readonly _id: string
  readonly name: string
  readonly named: string
}
export interface Asking {
  readonly leave: (one: AskedAbout) => void
  readonly link: (one: AskedAbout) => void
}
interface Party {
  readonly form: FormView
  readonly saved: SavedAnswer
}

const failed = 'That couldn’t be sent. Please try again.'
const icon = { 'aria-hidden': true } as const

/** R175: before the start, of whoever has a place that can be theirs. */
function linkItem({ form, saved }: Party, one: AskedAbout, { link }: Asking): MenuItem[] {
  const companion = saved.companions?.find(({ _id }) => _id === one._id)
  const now = serverNow()
  if (companion?.link && Date.parse(companion.link.until) > now)
    return [
      {
        label: `Withdraw the link of ${one.name}`,
        icon: <MailX {...icon} />,
        onSelect: () => void toasted(() => takeLinkBack(form, one._id), { done: 'The link no longer works', failed }),
      },
    ]
  const hasBegun = Date.parse(form.event?.start ?? '9999-01-01') <= now
  const isWaiting = (companion?.roles ?? saved.roles).length === 0 && (saved.waiting ?? []).length > 0
  if (hasBegun || isWaiting) return []
  return [{ label: `Let ${one.name} answer for themselves`, icon: <Send {...icon} />, onSelect: () => link(one) }]
}

export function partyItems(party: Party & { readonly state: State }, asking: Asking): MenuItem[] {
  const { form, saved, state } = party
  const [held] = state === 'offered' ? offersOpen(saved, serverNow()) : []
  const { seats = 1 } = held ?? {}
  // Which seats go back for it is asked where all of them are accepted (R148).
  const some = Array.from({ length: held?.choose ? 0 : seats - 1 }, (_, nth) => seats - 1 - nth)
  const take = (taken: number) => () => held && void toasted(() => acceptOffer(form, held, { seats: taken }), { failed })
  const coming = saved.attending === true ? (saved.companions ?? []) : []
  return [
    ...some.map((taken) => ({ label: `Accept ${taken} of the ${seats} seats`, icon: <UserCheck {...icon} />, onSelect: take(taken) })),
    ...coming.flatMap((companion, nth) => {
      const name = companionName(companion, saved.name, nth + 1)
      const one = { _id: companion._id, name, named: companion.name }
      return [
        ...linkItem(party, one, asking),
        { label: `Come without ${name}`, icon: <UserMinus {...icon} />, onSelect: () => asking.leave(one) },
      ]
    }),
  ]
}

export const LeaveDialog = ({ form, saved, leaving, onClose }: Party & { leaving: AskedAbout | null; onClose: () => void }) => (
  <ConfirmDialog
    open={leaving !== null}
    onOpenChange={onClose}
    title={`Come without ${leaving?.name ?? ''}?`}
    confirmLabel="Give the seat back"
    busyLabel="Sending..."
    tone="primary"
    onConfirm={() => toasted(() => comeWithout(form, saved, leaving?._id ?? ''), { failed })}
  >
    Only this seat becomes free, and goes to the next in line. You can bring someone else as long as there is room.
  </ConfirmDialog>
)
