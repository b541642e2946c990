// The organizations one was invited to, each with its answer (R117).
import { useState } from 'react'
import { sentenceOf } from '#client/lib/call.ts'
import { useOrgs } from '#client/org/store.ts'
import { useMine } from '#client/org/use-mine.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { focusMain } from '#client/ui/layout/focus-main.ts'
import { Text } from '#client/ui/layout/heading.tsx'
import { type MyInvitation, roleMap } from '#protocol/org.ts'
import { answerInvitation } from './actions.ts'

function InvitationRow({ invitation: { orgId, name, role } }: { invitation: MyInvitation }) {
  const [busy, setBusy] = useState<'accept' | 'decline' | null>(null)
  const answer = async (accept: boolean) => {
    setBusy(accept ? 'accept' : 'decline')
    try {
      await answerInvitation(orgId, accept)
      toast.success(accept ? `You are now a member of ${name}` : 'Invitation declined')
      focusMain()
    } catch (error) {
      toast.error(sentenceOf(error, 'Failed to answer the invitation'))
      setBusy(null)
    }
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-3">
      <span className="min-w-0 flex-1 basis-52">
        <Text className="truncate font-medium">{name}</Text>
        <Text size={13} tone="muted">
          Invites you as {roleMap[role]}. Until you accept, it sees only what it typed.
        </Text>
      </span>
      <span className="flex gap-2">
        <Button
          variant="primary"
          aria-label={`Accept the invitation of ${name}`}
          busy={busy === 'accept'}
          busyLabel="Accepting..."
          disabled={busy === 'decline'}
          onClick={() => void answer(true)}
        >
          Accept
        </Button>
        <Button
          aria-label={`Decline the invitation of ${name}`}
          busy={busy === 'decline'}
          busyLabel="Declining..."
          disabled={busy === 'accept'}
          onClick={() => void answer(false)}
        >
          Decline
        </Button>
      </span>
    </li>
  )
}

/** Draws the list; nothing where there is none. */
export function Invitations() {
  const invitations = useOrgs((held) => held.invitations)
  if (invitations.length === 0) return null
  return (
    <Card as="section" aria-label="Invitations">
      <ul aria-label="Invitations" className="flex flex-col gap-4">
        {invitations.map((invitation) => (
          <InvitationRow key={invitation._id} invitation={invitation} />
        ))}
      </ul>
    </Card>
  )
}

/** Draws the list where nothing else reads it. */
export function MyInvitations() {
  useMine()
  return <Invitations />
}
