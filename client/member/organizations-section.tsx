// The profile's organizations: those one belongs to, which one may leave.
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { ActionDialog } from '#client/lib/actions/action-dialog.tsx'
import { mineFailed, useMine } from '#client/org/use-mine.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { type MyOrganization, roleMap } from '#protocol/people/org.ts'
import { leaveOrg } from './actions.ts'

function OrganizationRow({ one, onLeave }: { one: MyOrganization; onLeave: () => void }) {
  return (
    <li className="flex min-h-11 flex-wrap items-center justify-between gap-3">
      <span className="flex min-w-0 items-center gap-2">
        <Text className="truncate font-medium">{one.name}</Text>
        <Badge tone="neutral">{roleMap[one.member.role]}</Badge>
      </span>
      {one.member.role !== 'owner' && (
        <Button size="sm" className="hit" icon={<LogOut aria-hidden="true" />} aria-label={`Leave ${one.name}`} onClick={onLeave}>
          Leave
        </Button>
      )}
    </li>
  )
}

const Leaving = ({ one, onClose }: { one: MyOrganization | null; onClose: () => void }) => (
  <ActionDialog
    about={one}
    onClose={onClose}
    work={({ _id }) => leaveOrg(_id)}
    done={({ name }) => `You left ${name}`}
    failed="Failed to leave the organization"
    title={`Leave ${one?.name ?? 'this organization'}?`}
    confirmLabel="Leave"
    busyLabel="Leaving..."
  >
    You lose access to it right away, including permissions to assign roles. You keep your roles at its events, and its admins see that you
    left. Only an admin can invite you again.
  </ActionDialog>
)

export function OrganizationsSection() {
  const { mine, failure, reload } = useMine()
  const [leaving, setLeaving] = useState<MyOrganization | null>(null)
  if (!mine && failure)
    return (
      <Section title="Organizations">
        <Notice tone="danger" live title={mineFailed} action={<Button onClick={reload}>Try again</Button>}>
          {failure.detail !== mineFailed && failure.detail}
        </Notice>
      </Section>
    )
  return (
    <>
      <OrganizationsList mine={mine ?? []} onLeave={setLeaving} />
      <Leaving one={leaving} onClose={() => setLeaving(null)} />
    </>
  )
}

function OrganizationsList({ mine, onLeave }: { mine: readonly MyOrganization[]; onLeave: (one: MyOrganization) => void }) {
  if (mine.length === 0) return null
  return (
    <Section title="Organizations">
      <Card padding="lg">
        <ul aria-label="Your organizations" className="flex flex-col gap-3">
          {mine.map((one) => (
            <OrganizationRow key={one._id} one={one} onLeave={() => onLeave(one)} />
          ))}
        </ul>
      </Card>
    </Section>
  )
}
