// Finds a member by name or email; while they load, and when they can't be loaded, it says so under the search box.
import { findMembers } from '#client/org/find-members.ts'
import { nameOf } from '#client/org/member-rules.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { Combobox } from '#client/ui/fields/combobox/combobox.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import type { OrgMember } from '#protocol/people/org.ts'
import type { MemberList } from './members.ts'

export const loadingMembers = 'Loading members...'

export interface MemberSearchProps {
  label: string
  list: MemberList
  /** The chosen member's id. */
  value: string | null
  onValue: (memberId: string | null) => void
  hint?: string
  optional?: boolean
  error?: string | null
  /** Leaves out whom it makes no sense to choose. */
  fits?: (member: OrgMember) => boolean
}

const optionOf = (member: OrgMember) => ({
  value: member._id,
  label: nameOf(member),
  hint: `${member.user.email || member.user.masked_email}${member.status === 'invited' ? ' · invited' : ''}`,
  leading: <Avatar name={nameOf(member)} size="sm" />,
})

export function MemberSearch({ label, list, value, onValue, hint, optional, error, fits = () => true }: MemberSearchProps) {
  const { isLoading, isPartial, failure, retry, search } = list
  const members = list.members.filter(fits)
  const again = failure && (
    <Button size="sm" variant="ghost" className="-my-2" onClick={retry}>
      Try again
    </Button>
  )
  return (
    <Field label={label} optional={optional} error={error ?? failure ?? undefined} hint={isLoading ? loadingMembers : hint} aside={again}>
      <Combobox
        label={label}
        options={members.map(optionOf)}
        find={(words) => findMembers(members, words).map(optionOf)}
        value={value}
        onValue={onValue}
        placeholder="Search by name or email"
        onSearch={search}
        emptyText={isPartial && !failure ? loadingMembers : list.members.length > 0 ? 'No member matches.' : 'No members yet.'}
        loadingText={isLoading ? loadingMembers : undefined}
      />
    </Field>
  )
}
