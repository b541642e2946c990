// "I can't make it": give the seat back, or offer it to somebody (R94). While an offer is pending, what it says and the way back.
import { useState } from 'react'
import { sentenceOf } from '#client/lib/call.ts'
import { formatBoth } from '#client/lib/dates.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import type { FormView, OwnRsvp } from '#protocol/rsvp.ts'
import { type Receipt, takeBack } from './actions.ts'
import { GiveUpDialog } from './give-up-dialog.tsx'
import { rolesInWords, seatWord } from './roles-in-words.ts'

interface Props {
  form: FormView
  saved: OwnRsvp
  /** Takes in what the server says of the form and of one's own answer. */
  onDone: (receipt: Receipt) => void
}
type Pending = NonNullable<OwnRsvp['handOver']>

/** Draws the pending offer. */
function Offered({ form, pending, onDone }: Pick<Props, 'form' | 'onDone'> & { pending: Pending }) {
  const { name, email, roles, until } = pending
  const [isBusy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    await takeBack(form).then(
      (receipt) => {
        onDone(receipt)
        toast.success(roles.length > 1 ? 'Your seats are all yours again' : 'Your seat is all yours again')
      },
      (error: unknown) => toast.error(sentenceOf(error, 'Something went wrong. Please try again.')),
    )
    setBusy(false)
  }
  return (
    <Notice
      title={`You offered your ${seatWord(roles)} to ${name}`}
      live
      action={
        <Button size="sm" busy={isBusy} onClick={() => void take()}>
          Take it back
        </Button>
      }
    >
      We emailed <span className="wrap-anywhere">{email}</span> a link. Until they accept, you are still {rolesInWords(roles)}. The offer
      ends {formatBoth(until, form.event?.timeZone ?? 'UTC').there}.
    </Notice>
  )
}

/** Draws the button, or what is pending; nothing for who has no seat, or once the event has begun. */
export function CantMakeIt({ form, saved, onDone }: Props) {
  const [isAsking, setAsking] = useState(false)
  const hasBegun = useNow(30_000) >= Date.parse(form.event?.start ?? '9999-01-01')
  if (form.status !== 'open' || saved.attending === false || saved.roles.length === 0) return null
  return (
    <>
      {saved.handOver ? (
        <Offered form={form} pending={saved.handOver} onDone={onDone} />
      ) : (
        <Button className="self-start" onClick={() => setAsking(true)}>
          I can’t make it
        </Button>
      )}
      <GiveUpDialog
        form={form}
        saved={saved}
        onDone={onDone}
        mayHandOver={form.handOver === true && !hasBegun}
        hasBegun={hasBegun}
        open={isAsking}
        onOpenChange={setAsking}
      />
    </>
  )
}
