// The first tab: how the seats fill, what can be done about them, and the link through which people take them.
import { isAnswered } from '#client/group/board/board-head.tsx'
import { RoleManager } from '#client/group/board/role-manager.tsx'
import { ShareLink } from '#client/group/board/share-link.tsx'
import { FillCurve } from '#client/history/fill-curve.tsx'
import { InvitationsPanel } from '#client/invitation/invitations-panel.tsx'
import { loadPart } from '#client/lib/load-page.tsx'
import { useGroups } from '#client/records/groups.ts'
import { teamPlanNeeded } from '#client/role/assignment.ts'
import { CoverageList } from '#client/role/coverage-list.tsx'
import { NotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import type { PanelProps } from './panel-props.ts'

const AssignRole = loadPart(() => import('#client/assign/assign-role.tsx'), 'AssignRole', {
  waiting: <Skeleton className="h-80 rounded-lg" />,
  missing: (retry) => <NotLoaded onRetry={retry} />,
})

const Assigning = ({ assigning, group }: PanelProps) => (
  <>
    {assigning.is === 'on' && <AssignRole place={assigning.place} group={group} />}
    {assigning.is === 'plan' && <Notice title="Role assignment is paused">{teamPlanNeeded}</Notice>}
  </>
)

/** R39, R200: the roles to look at, and to assign or to invite to. */
const AssignerRoles = (props: PanelProps) => (
  <div className="flex flex-col gap-10">
    <Section title="Role Summary">
      <Card>
        <CoverageList coverage={props.group.roleCoverage} isAsked={props.group.showConfirmation} of={props.group} />
      </Card>
    </Section>
    {props.mayInvite && <InvitationsPanel group={props.group} />}
    <Assigning {...props} />
    <FillCurve group={props.group} event={props.event} />
  </div>
)

function Sharing({ group, event, membersOnly, mayInvite }: PanelProps) {
  return (
    <div className="flex min-w-0 flex-col gap-10 lg:col-start-2 lg:row-span-2 lg:row-start-1">
      <ShareLink
        url={group.shortLink}
        title={event?.name ?? group.name}
        status={event?.status}
        poster={`/group/${group._id}/poster`}
        membersOnly={membersOnly}
        isSecond={mayInvite && !isAnswered(group)}
      />
      {mayInvite && <InvitationsPanel group={group} />}
    </div>
  )
}

function ManagedRoles(props: PanelProps) {
  const { group, event } = props
  const limits = useGroups((held) => held.limitsById[group._id])
  return (
    <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr] lg:gap-x-8">
      <div className="min-w-0 lg:col-start-1">
        <RoleManager group={group} limits={limits} />
      </div>
      <Sharing {...props} />
      <div className="flex min-w-0 flex-col gap-10 lg:col-start-1">
        <Assigning {...props} />
        <FillCurve group={group} event={event} />
      </div>
    </div>
  )
}

export const RolesPanel = (props: PanelProps) => (props.canManage ? <ManagedRoles {...props} /> : <AssignerRoles {...props} />)
