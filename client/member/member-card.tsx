// One member: who they are, what they may do, and what one may do about it.
import { BadgeCheck, Crown, Pencil } from 'lucide-react'
import { memo, useState } from 'react'
import { mayTouch, nameOf, rolesToGive } from '#client/org/member-rules.ts'
import { OwnName } from '#client/org/setup/own-name.tsx'
import { IconButton } from '#client/ui/actions/button.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { cx } from '#client/ui/cx.ts'
import { Glow } from '#client/ui/feedback/glow.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { roleMap as defaultLabels, type MemberRole, type OrgMember } from '#protocol/people/org.ts'
import { InviteAgain } from './invite-again.tsx'
import { RoleSelect } from './role-select.tsx'

export interface MemberCardProps {
  member: OrgMember
  /** What one is oneself; null where nothing may be changed. */
  ownRole: MemberRole | null
  roleMap: Readonly<Record<string, string>>
  isSelf: boolean
  isSelected: boolean
  onSelect: (id: string, isSelected: boolean) => void
}

const RoleBadge = ({ role, label }: { role: MemberRole; label: string }) =>
  role === 'owner' ? (
    <Badge tone="ink" icon={<Crown aria-hidden="true" />}>
      {label}
    </Badge>
  ) : (
    <Badge tone={role === 'admin' ? 'accent' : 'neutral'}>{label}</Badge>
  )

const MemberStatus = ({ member: { status, verified, user } }: { member: OrgMember }) =>
  status === 'invited' ? (
    <Badge tone="warn">Invited</Badge>
  ) : verified ? (
    <Badge tone="success" icon={<BadgeCheck aria-hidden="true" />}>
      Verified
    </Badge>
  ) : (
    <Badge tone="outline">{user.username ? 'Not verified' : 'No account'}</Badge>
  )

interface WhoProps extends Pick<MemberCardProps, 'member' | 'isSelf'> {
  onEdit: (() => void) | undefined
}

function Who({ member, isSelf, onEdit }: WhoProps) {
  const name = nameOf(member)
  const email = member.user.email || member.user.masked_email
  return (
    <span className="min-w-0 flex-1">
      <span className="flex min-w-0 items-center gap-1.5">
        <span dir="auto" className="truncate font-medium" title={name}>
          {name}
        </span>
        {isSelf && <span className="shrink-0 text-13 text-muted">(you)</span>}
        {onEdit && <IconButton size="sm" label="Edit your name" icon={<Pencil />} onClick={onEdit} className="-my-1.5" />}
      </span>
      {email !== name && (
        <span className="block truncate text-13 text-muted" title={email}>
          {email}
        </span>
      )}
    </span>
  )
}

/** A change by somebody else glows once. */
export const MemberCard = memo(({ member, ownRole, roleMap, isSelf, isSelected, onSelect }: MemberCardProps) => {
  const [isEditing, setEditing] = useState(false)
  const isTouchable = ownRole !== null && mayTouch(ownRole, member)
  const roles = isTouchable ? rolesToGive(ownRole, roleMap) : []
  return (
    <Glow
      rev={`${member.role} ${member.user.name} ${member.verified} ${member.status}`}
      className={cx('rounded-none!', isSelected && 'bg-accent-soft')}
    >
      <div className="flex min-h-17 flex-wrap items-center gap-x-3 gap-y-2 py-2.5 pr-4 pl-2 sm:flex-nowrap sm:pr-5 sm:pl-3">
        <div className="flex min-w-0 flex-1 basis-full items-center gap-3 sm:basis-0">
          <Checkbox
            hideLabel
            label={`Select ${nameOf(member)}`}
            className={cx('shrink-0 pb-1.5', !isTouchable && 'invisible [li:only-child_&]:hidden')}
            checked={isSelected}
            disabled={!isTouchable}
            onValue={(isChecked) => onSelect(member._id, isChecked)}
          />
          <Avatar name={nameOf(member)} />
          {isEditing ? (
            <div className="min-w-0 flex-1">
              <OwnName name={member.user.name} onDone={() => setEditing(false)} />
            </div>
          ) : (
            <Who member={member} isSelf={isSelf} onEdit={isSelf && !member.preserveCnxnName ? () => setEditing(true) : undefined} />
          )}
        </div>
        <div className="flex flex-1 flex-wrap items-center justify-between gap-2 max-sm:pl-14 sm:flex-none sm:justify-end">
          {member.status === 'invited' && isTouchable && <InviteAgain member={member} />}
          <MemberStatus member={member} />
          {roles.length > 0 ? (
            <RoleSelect member={member} options={roles} />
          ) : (
            <span className="flex sm:w-34 sm:justify-end">
              <RoleBadge role={member.role} label={roleMap[member.role] ?? defaultLabels[member.role]} />
            </span>
          )}
        </div>
      </div>
    </Glow>
  )
})
MemberCard.displayName = 'MemberCard'
