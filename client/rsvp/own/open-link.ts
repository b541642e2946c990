// Opens an answer by its personal link: the server proves the email, and answers like the form (R87).
import { navigate } from 'wouter/use-browser-location'
import { CallFailed, call } from '#client/lib/call.ts'
import { accessOf, useSession } from '#client/lib/session.ts'
import { dropDraft, useDraft } from '#client/rsvp/answer/draft.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { guestApi } from '#protocol/seats/guest.ts'
import type { RsvpForm } from '#protocol/seats/rsvp.ts'

/** Gives the form as the link opens it; where a login counts instead (R17), as `openForm` gives it. Where the link has ended, it leads on to a new one. */
export async function openByLink(token: string, openForm: () => Promise<RsvpForm>): Promise<RsvpForm> {
  try {
    const form = await call(guestApi.open, { token })
    const { email } = useDraft.getState().draft
    if (email !== undefined && email !== form.userEmail) dropDraft()
    if (accessOf(useSession.getState()) !== 'account') return form
    const own = await openForm()
    if (own.userEmail !== form.userEmail) toast(`You are logged in as ${own.userEmail}. Log out to use the link of ${form.userEmail}.`)
    return own
  } catch (error) {
    if (!(error instanceof CallFailed) || error.code !== 'guest-link-over') throw error
    const { groupId = '', eventId = '' } = useGuest.getState().place ?? {}
    navigate(`/my-answers?${new URLSearchParams({ groupId, eventId })}`, { replace: true })
    return openForm()
  }
}
