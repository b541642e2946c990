// The team of an event, in its settings: who helps as what and until when; invited, changed, taken off (R200 to R208).
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { toasted, useAction } from '#client/lib/actions/use-action.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { List, ListRow } from '#client/ui/layout/list.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { toastWithBack } from '#client/undo/undo-toast.tsx'
import type { Teammate, TeamView } from '#protocol/people/team.ts'
import { putBack, takeOff } from './actions.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { PassOn } from './pass-on.tsx'
import { calledIn, roleText } from './role-words.ts'
import { type Team, useTeam } from './use-team.ts'

interface HelperProps {
  eventId: string
  one: Teammate
  about: TeamView
  onChange: () => void
}

/** Nobody touches a manager but who may make one (R203). */
function Helper({ eventId, one, about, onChange }: HelperProps) {
  const isOffer = one.role === 'owner'
  const may = !['manager', 'owner'].includes(one.role) || about.mayMakeManagers
  const [isChanging, setChanging] = useState(false)
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
  return (
    <ListRow
      title={<span className="wrap-anywhere">{calledIn(one)}</span>}
      meta={
        <>
          {one.name && one.email && <span className="block wrap-anywhere">{one.email}</span>}
          <span className="wrap-anywhere">{roleText(one, about)}</span>
        </>
      }
      trailing={one.state === 'invited' ? <Badge tone="outline">{isOffer ? 'Offered to own' : 'Invited'}</Badge> : undefined}
    >
      {may && (
        <div className="flex flex-wrap items-center gap-3">
          {!isOffer && !one.isGrant && (
            <Button
              size="sm"
              variant="ghost"
              className="hit"
              aria-label={`Change how ${calledIn(one)} helps`}
              onClick={() => setChanging(true)}
            >
              Change
            </Button>
          )}
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
          <ChangeDialog
            eventId={eventId}
            one={one}
            about={about}
            onChange={onChange}
            isOpen={isChanging}
            onClose={() => setChanging(false)}
          />
        </div>
      )}
    </ListRow>
  )
}

function Helpers({ eventId, page, failure, load }: Team & { eventId: string }) {
  if (failure)
    return (
      <Notice tone="danger" live action={<Button onClick={load}>Try again</Button>}>
        {failure}
      </Notice>
    )
  if (!page)
    return (
      <Loading label="Loading the team...">
        <Skeleton className="h-16" />
      </Loading>
    )
  if (page.team.length === 0) return <EmptyState title="No one helps yet">Invite someone to manage, assign, write or look on.</EmptyState>
  return (
    <List label="Team">
      {page.team.map((one) => (
        <Helper key={one._id} eventId={eventId} one={one} about={page} onChange={load} />
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
  const isOffered = team.page?.team.some(({ role }) => role === 'owner')
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
      {team.page?.mayMakeManagers && !isOffered && !isOrganizations && <PassOn eventId={eventId} onChange={team.load} />}
      <InviteDialog eventId={eventId} isOpen={isAsking} onOpenChange={setAsking} />
    </Section>
  )
}
