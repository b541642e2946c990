// Sends the invitation once more, to somebody who has not answered.

import { toasted, useAction } from '#client/lib/actions/use-action.ts'
import { formatDay, viewerZone } from '#client/lib/dates.ts'
import { useNow } from '#client/lib/event/use-now.ts'
import { nameOf } from '#client/org/member-rules.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { Text } from '#client/ui/layout/heading.tsx'
import type { OrgMember } from '#protocol/people/org.ts'
import { inviteAgain } from './actions.ts'

/** On a phone it has a line of its own, under the role. */
const below = 'max-sm:order-last max-sm:w-full max-sm:justify-start'

export function InviteAgain({ member }: { member: OrgMember }) {
  const now = useNow()
  const { run, isBusy } = useAction(() =>
    toasted(() => inviteAgain(member.orgId, member._id), { done: 'Invitation sent again', failed: 'Failed to send the invitation' }),
  )
  const from = member.inviteAgainFrom
  if (from && Date.parse(from) > now)
    return (
      <Text as="span" size={13} tone="muted" className={below}>
        {`You can invite again on ${formatDay(from, viewerZone())}`}
      </Text>
    )
  return (
    <Button
      size="sm"
      variant="ghost"
      className={cx('hit max-sm:-ml-3', below)}
      aria-label={`Invite again: ${nameOf(member)}`}
      busy={isBusy}
      busyLabel="Sending..."
      onClick={() => void run()}
    >
      Invite again
    </Button>
  )
}
