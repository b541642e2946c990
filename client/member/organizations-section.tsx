// The profile's organizations: those one is invited to, and those one belongs to, which one may leave.
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '#client/lib/call.ts'
import { useOrgs } from '#client/org/store.ts'
import { mineFailed, useMine } from '#client/org/use-mine.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { type MyOrganization, roleMap } from '#protocol/org.ts'
import { leaveOrg } from './actions.ts'
import { Invitations } from './invitations.tsx'

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

function Leaving({ one, onClose }: { one: MyOrganization | null; onClose: () => void }) {
  const leave = async () => {
    if (!one) return
    try {
      await leaveOrg(one._id)
      toast.success(`You left ${one.name}`)
    } catch (error) {
      toast.error(sentenceOf(error, 'Failed to leave the organization'))
    }
  }
  return (
    <ConfirmDialog
      open={one !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Leave ${one?.name ?? 'this organization'}?`}
      confirmLabel="Leave"
      busyLabel="Leaving..."
      onConfirm={leave}
    >
      You lose what you may do there at once, permissions to assign roles included. Roles you hold at its events stay yours; its admins see
      that you left. Only an admin can invite you again.
    </ConfirmDialog>
  )
}

/** Draws the section; nothing for those who have to do with no organization. */
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
  const hasInvitations = useOrgs((held) => held.invitations.length > 0)
  if (mine.length === 0 && !hasInvitations) return null
  return (
    <Section title="Organizations">
      <div className="flex flex-col gap-4">
        <Invitations />
        {mine.length > 0 && (
          <Card>
            <ul aria-label="Your organizations" className="flex flex-col gap-3">
              {mine.map((one) => (
                <OrganizationRow key={one._id} one={one} onLeave={() => onLeave(one)} />
              ))}
            </ul>
          </Card>
        )}
      </div>
    </Section>
  )
}
