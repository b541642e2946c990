// Says to whoever helps with an event as what, on its board; from there one leaves its team (R207).
import { useState } from 'react'
import { useLocation } from 'wouter'
import { ActionDialog } from '#client/lib/actions/action-dialog.tsx'
import { Button } from '#client/ui/actions/button.tsx'
import type { TeamRole } from '#protocol/people/team-roles.ts'
import { leaveTeam } from './actions.ts'
import { teamNames } from './role-words.ts'

export function MyRole({ eventId, role }: { eventId: string; role: TeamRole }) {
  const [leaving, setLeaving] = useState<string | null>(null)
  const [, navigate] = useLocation()
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-15 text-muted print:hidden">
      <span>
        You help with this event: <span className="font-medium text-ink">{teamNames[role]}</span>
      </span>
      <Button size="sm" variant="ghost" className="hit" onClick={() => setLeaving(eventId)}>
        Leave
      </Button>
      <ActionDialog
        about={leaving}
        onClose={() => setLeaving(null)}
        work={(id) => leaveTeam(id).then(() => navigate('/'))}
        done="You left the team"
        failed="Failed to leave the team"
        title="Leave the team of this event?"
        confirmLabel="Leave"
        busyLabel="Leaving..."
      >
        You no longer see its answers. To come back you need a new invitation.
      </ActionDialog>
    </p>
  )
}
