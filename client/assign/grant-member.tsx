// Chooses a member who may assign roles from the start, while an event is created (R39).
import { MemberSearch } from './member-search.tsx'
import { useMembers } from './members.ts'

interface GrantMemberProps {
  orgId: string
  /** A user id; '' for nobody. */
  value: string
  onValue: (userId: string) => void
}

/** Admins may assign anyway, so they aren't among those one finds. */
export function GrantMember({ orgId, value, onValue }: GrantMemberProps) {
  const list = useMembers([orgId])
  const userIdOf = (memberId: string | null) => list.members.find((one) => one._id === memberId)?.userId ?? ''
  return (
    <MemberSearch
      label="Member who may assign roles"
      optional
      hint="Besides the admins, for this event only. You can add and revoke more later."
      list={list}
      value={list.members.find((one) => one.userId === value)?._id ?? null}
      onValue={(memberId) => onValue(userIdOf(memberId))}
      fits={({ role, status }) => role === 'member' && status === 'active'}
    />
  )
}
