// Sends the invitation once more, to somebody who has not answered.
import { useState } from 'react'
import { sentenceOf } from '#client/lib/call.ts'
import { nameOf } from '#client/org/member-rules.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import type { OrgMember } from '#protocol/org.ts'
import { inviteAgain } from './actions.ts'

/** Draws the button. */
export function InviteAgain({ member }: { member: OrgMember }) {
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      await inviteAgain(member.orgId, member._id)
      toast.success('Invitation sent again')
    } catch (error) {
      toast.error(sentenceOf(error, 'Failed to send the invitation'))
    }
    setBusy(false)
  }
  return (
    <Button
      size="sm"
      variant="ghost"
      className="hit max-sm:order-last max-sm:-ml-3"
      aria-label={`Invite again: ${nameOf(member)}`}
      busy={isBusy}
      busyLabel="Sending..."
      onClick={() => void send()}
    >
      Invite again
    </Button>
  )
}
