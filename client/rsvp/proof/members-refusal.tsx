// R26: says clearly that a proven email isn't a member's; nobody sees it at first.
import { useGuest } from '#client/rsvp/guest.ts'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { formRefusals } from '#protocol/kernel/form-refusals.ts'

/** What was typed stays. */
export function MembersOnlyRefusal({ email }: { email: string }) {
  const refusedEmail = useGuest((now) => now.refusedEmail)
  if (refusedEmail === '' || refusedEmail !== email) return null
  return (
    <Notice tone="danger" live title={formRefusals['members-only'][1]}>
      <span className="wrap-anywhere">{email}</span> is not a member. If they know you by another email, use that one.
    </Notice>
  )
}
