// Shown where the plan has no members: what they are for, an example of the list, and the way to the Team plan.
import { Eye, EyeOff, Users } from 'lucide-react'
import { useState } from 'react'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { Watermark } from '#client/ui/feedback/watermark.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { VirtualList } from '#client/ui/layout/virtual-list.tsx'
import { refusals } from '#protocol/kernel/refusals.ts'
import { type MemberRole, type OrgMember, roleMap } from '#protocol/people/org.ts'
import { MemberCard } from './member-card.tsx'

const demoMember = (name: string, role: MemberRole, verified = true): OrgMember => {
  const id = name.toLowerCase().replace(' ', '.')
  const email = `${id}@example.com`
  const user = { _id: id, name, username: '', email, mobile: '', masked_email: email, cnxnUserId: '' }
  return { _id: id, rev: 1, memberId: id, orgId: 'demo', userId: id, role, status: 'active', verified, preserveCnxnName: false, user }
}
const demo = [
  demoMember('Olivia Park', 'owner'),
  demoMember('Noah Fischer', 'admin'),
  demoMember('Amara Okafor', 'member'),
  demoMember('Luis Romero', 'member', false),
]
const keys = demo.map(({ _id }) => _id)
const nothing = () => {}
const drawDemo = (index: number) => {
  const member = demo[index]
  return member && <MemberCard member={member} ownRole="owner" roleMap={roleMap} isSelf={false} isSelected={false} onSelect={nothing} />
}

export function MembersUpgrade() {
  const [isShown, setShown] = useState(false)
  return (
    <div className="flex flex-col gap-6">
      <Card padding="lg" className="flex flex-col gap-5">
        <div className="flex items-start gap-4">
          <Users aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-accent" />
          <div className="flex min-w-0 flex-col gap-1.5">
            <Heading level={3} size={20}>
              {refusals['team-plan-needed'][1]}
            </Heading>
            <Text tone="muted">
              Organize with others: members of your organization can be given roles in your events, and its admins manage events and members
              together with you.
            </Text>
          </div>
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink href="/pricing?plan=team" variant="primary">
            Upgrade to Team
          </ButtonLink>
          <Button
            aria-expanded={isShown}
            icon={isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide preview' : 'Preview Members'}
          </Button>
        </div>
      </Card>
      {isShown && (
        <Watermark text="DEMO">
          <VirtualList label="Members of a demo organization" keys={keys} row={drawDemo} rowPx={69} />
        </Watermark>
      )}
    </div>
  )
}
