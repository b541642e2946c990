// R26: says beforehand that an event is for members, and clearly when a proven email isn't a member's.
import { Lock } from 'lucide-react'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { formRefusals } from '#protocol/kernel/form-refusals.ts'
import { useGuest } from './guest.ts'

export const ForMembersOnly = () => (
  <Text size={13} tone="muted" className="flex items-center gap-1.5">
    <Lock aria-hidden="true" className="size-4 shrink-0" />
    For members only
  </Text>
)

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
