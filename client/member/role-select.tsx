// The role of a member, given by somebody who may: shows the new one while it is saved, and the old one again if that fails.

import { useAction, wentWrong } from '#client/lib/actions/use-action.ts'
import { errorText } from '#client/lib/call.ts'
import { setRole } from '#client/org/actions.ts'
import { nameOf } from '#client/org/member-rules.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Select, type SelectOption } from '#client/ui/fields/select.tsx'
import { MemberRole, type OrgMember } from '#protocol/people/org.ts'

interface Props {
  member: OrgMember
  options: readonly SelectOption[]
}

export function RoleSelect({ member, options }: Props) {
  const { run, running, isBusy } = useAction((role: MemberRole) =>
    setRole(member.orgId, member._id, role).catch((error: unknown) => toast.error(`Failed to update role: ${errorText(error, wentWrong)}`)),
  )
  const save = (value: string) => {
    const role = MemberRole.safeParse(value)
    if (role.success) void run(role.data)
  }
  return (
    <Select
      aria-label={`Role of ${nameOf(member)}`}
      aria-busy={isBusy}
      className="w-34 shrink-0"
      options={options}
      value={running?.[0] ?? member.role}
      onValue={save}
    />
  )
}
