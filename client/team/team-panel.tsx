// The team of an event, in its settings: who helps as what and until when; invited, changed, taken off (R200 to R208).
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { toasted, useAction } from '#client/lib/actions/use-action.ts'
import { formatDay, formatInstant, viewerZone } from '#client/lib/dates.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { List, ListRow } from '#client/ui/layout/list.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { toastWithBack } from '#client/undo/undo-toast.tsx'
import { type Teammate, TeamRole } from '#protocol/people/team.ts'
import { changeHelper, putBack, takeOff } from './actions.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { offered } from './invite-form.tsx'
import { PassOn } from './pass-on.tsx'
import { teamNames } from './role-words.ts'
import { type Team, useTeam } from './use-team.ts'

const calledIn = ({ name, email = '' }: Teammate) => name || email

interface HelperProps {
  eventId: string
  one: Teammate
  mayMakeManagers: boolean
  onChange: () => void
}

/** Nobody touches a manager but who may make one (R203). */
function Helper({ eventId, one, mayMakeManagers, onChange }: HelperProps) {
  const isOffer = one.role === 'owner'
  const may = !['manager', 'owner'].includes(one.role) || mayMakeManagers
  const { run, running, isBusy } = useAction(async (role: TeamRole) => {
    await toasted(() => changeHelper(eventId, one._id, role), { failed: 'Failed to change the role' })
    onChange()
  })
  const remove = useAction(() =>
    toasted(() =>
      takeOff(eventId, one._id).then(() => {
        onChange()
        toastWithBack(isOffer ? 'You took the offer back' : `${calledIn(one)} is off the team`, one._id, () =>
          putBack(eventId, one._id).then(onChange),
        )
      }),
    ),
  )
  const choose = (value: string) => {
    const role = TeamRole.safeParse(value)
    if (role.success) void run(role.data)
  }
  const roles = [...new Set([...offered(mayMakeManagers), one.role])].filter((role) => role !== 'owner')
  return (
    <ListRow
      title={<span className="wrap-anywhere">{calledIn(one)}</span>}
      meta={[one.name && one.email, `until ${(isOffer ? formatInstant : formatDay)(one.until, viewerZone())}`].filter(Boolean).join(' · ')}
      trailing={one.state === 'invited' ? <Badge tone="outline">{isOffer ? 'Offered to own' : 'Invited'}</Badge> : undefined}
    >
      <div className="flex flex-wrap items-center gap-3">
        {may && !isOffer ? (
          <Select
            aria-label={`Role of ${calledIn(one)}`}
            aria-busy={isBusy}
            className="w-40"
            options={roles.map((role) => ({ value: role, label: teamNames[role] }))}
            value={running?.[0] ?? one.role}
            onValue={choose}
          />
        ) : (
          <Badge>{isOffer ? 'Next owner' : teamNames[one.role]}</Badge>
        )}
        {may && (
          <Button
            size="sm"
            variant="ghost"
            className="hit"
            busy={remove.isBusy}
            busyLabel="Removing..."
            aria-label={isOffer ? `Withdraw the offer to ${calledIn(one)}` : `Remove ${calledIn(one)} from the team`}
            onClick={() => void remove.run()}
          >
            {isOffer ? 'Withdraw' : 'Remove'}
          </Button>
        )}
      </div>
    </ListRow>
  )
}

function Helpers({ eventId, team, failure, mayMakeManagers, load }: Team & { eventId: string }) {
  if (failure)
    return (
      <Notice tone="danger" live action={<Button onClick={load}>Try again</Button>}>
        {failure}
      </Notice>
    )
  if (!team)
    return (
      <Loading label="Loading the team...">
        <Skeleton className="h-16" />
      </Loading>
    )
  if (team.length === 0) return <EmptyState title="No one helps yet">Invite someone to manage, assign, write or look on.</EmptyState>
  return (
    <List label="Team">
      {team.map((one) => (
        <Helper key={one._id} eventId={eventId} one={one} mayMakeManagers={mayMakeManagers} onChange={load} />
      ))}
    </List>
  )
}

interface TeamPanelProps {
  eventId: string
  /** R203: of an organization: it is its admins’ together. */
  isOrganizations: boolean
}

export function TeamPanel({ eventId, isOrganizations }: TeamPanelProps) {
  const team = useTeam(eventId)
  const isOffered = team.team?.some(({ role }) => role === 'owner')
  const [isAsking, setAsking] = useState(false)
  return (
    <Section
      title="Team"
      description="Who helps with this event, beside you."
      actions={
        <Button size="sm" icon={<UserPlus aria-hidden="true" />} onClick={() => setAsking(true)}>
          Invite a co-host
        </Button>
      }
    >
      <Helpers eventId={eventId} {...team} />
      {team.mayMakeManagers && !isOffered && !isOrganizations && <PassOn eventId={eventId} onChange={team.load} />}
      <InviteDialog eventId={eventId} isOpen={isAsking} onOpenChange={setAsking} />
    </Section>
  )
}
