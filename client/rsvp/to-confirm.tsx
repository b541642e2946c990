// Loads the request to confirm where the guest's answer is still to be confirmed (R98).
import { Suspense } from 'react'
import type { FormView } from '#protocol/rsvp.ts'
import { useGuest } from './guest.ts'
import { confirmCard } from './later.ts'
import { putForm, putRsvp, type SavedAnswer } from './store.ts'

/** A yes that isn't confirmed for the present start (R54), or a role without a response. */
const isToConfirm = (form: FormView, { name, attending, confirmed, roles, start }: SavedAnswer) =>
  form.showConfirmation &&
  form.status === 'open' &&
  name !== '' &&
  (attending === true ? !confirmed || start !== (form.event?.start ?? null) : attending === null && roles.length > 0)

export const ToConfirm = ({ form, saved }: { form: FormView; saved: SavedAnswer | null }) =>
  saved &&
  isToConfirm(form, saved) && (
    <Suspense>
      <confirmCard.Component
        form={form}
        rsvp={saved}
        onConfirmed={(reply) => {
          putForm(reply.form)
          putRsvp(reply.rsvp, reply.form)
          useGuest.setState({ isSent: true })
        }}
      />
    </Suspense>
  )
