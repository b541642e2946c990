// The role of a member, given by somebody who may: shows the new one while it is saved, and the old one again if that fails.
import { useState } from 'react'
import { sentenceOf } from '#client/lib/call.ts'
import { setRole } from '#client/org/actions.ts'
import { nameOf } from '#client/org/member-rules.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Select, type SelectOption } from '#client/ui/fields/select.tsx'
import { MemberRole, type OrgMember } from '#protocol/org.ts'

interface Props {
  member: OrgMember
  options: readonly SelectOption[]
}

/** Draws the select. */
export function RoleSelect({ member, options }: Props) {
  const [saving, setSaving] = useState<MemberRole | null>(null)
  const save = async (value: string) => {
    const role = MemberRole.safeParse(value)
    if (!role.success || saving) return
    setSaving(role.data)
    await setRole(member.orgId, member._id, role.data).catch((error: unknown) => {
      toast.error(`Failed to update role: ${sentenceOf(error, 'Something went wrong. Please try again.')}`)
    })
    setSaving(null)
  }
  return (
    <Select
      aria-label={`Role of ${nameOf(member)}`}
      aria-busy={saving !== null}
      className="w-34 shrink-0"
      options={options}
      value={saving ?? member.role}
      onValue={(value) => void save(value)}
    />
  )
}
