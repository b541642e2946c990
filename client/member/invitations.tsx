// The organizations one was invited to, each with its answer (R117).
import { toasted, useAction } from '#client/lib/actions/use-action.ts'
import { useOrgs } from '#client/org/store.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { focusMain } from '#client/ui/layout/focus-main.ts'
import { Text } from '#client/ui/layout/heading.tsx'
import { type MyInvitation, roleMap } from '#protocol/people/org.ts'
import { answerInvitation } from './actions.ts'

function InvitationRow({ invitation: { orgId, name, role, invitedBy } }: { invitation: MyInvitation }) {
  const { run: answer, running } = useAction((accept: boolean) =>
    toasted(() => answerInvitation(orgId, accept).then(focusMain), {
      done: accept ? `You are now a member of ${name}` : 'Invitation declined',
      failed: 'Failed to answer the invitation',
    }),
  )
  const isAccepting = running?.[0] === true
  const isDeclining = running?.[0] === false
  return (
    <li className="flex flex-wrap items-center justify-between gap-3">
      <span className="min-w-0 flex-1 basis-52">
        <Text className="truncate font-medium">{name}</Text>
        <Text size={13} tone="muted">
          {invitedBy ? `${invitedBy} invites` : 'Invites'} you as {roleMap[role]}. Until you accept, it sees only what its admins entered.
        </Text>
      </span>
      <span className="flex gap-2">
        <Button
          variant="primary"
          aria-label={`Accept the invitation of ${name}`}
          busy={isAccepting}
          busyLabel="Accepting..."
          disabled={isDeclining}
          onClick={() => void answer(true)}
        >
          Accept
        </Button>
        <Button
          aria-label={`Decline the invitation of ${name}`}
          busy={isDeclining}
          busyLabel="Declining..."
          disabled={isAccepting}
          onClick={() => void answer(false)}
        >
          Decline
        </Button>
      </span>
    </li>
  )
}

export function Invitations() {
  const invitations = useOrgs((held) => held.invitations)
  if (invitations.length === 0) return null
  return (
    <Card as="section" padding="lg" aria-label="Invitations">
      <ul aria-label="Invitations" className="flex flex-col gap-4">
        {invitations.map((invitation) => (
          <InvitationRow key={invitation._id} invitation={invitation} />
        ))}
      </ul>
    </Card>
  )
}
