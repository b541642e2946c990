// The members of one organization: found, looked at, given roles, removed; and every change by others as it happens.
import { useDeferredValue, useMemo, useState } from 'react'
import { useSession } from '#client/lib/session.ts'
import { findMembers } from '#client/org/find-members.ts'
import { countsInWords } from '#client/org/member-rules.ts'
import { MorePages, useMorePages } from '#client/org/more-pages.tsx'
import { useOrgs } from '#client/org/store.ts'
import { useOrg } from '#client/org/use-org.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { SearchInput } from '#client/ui/fields/text-input.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { VirtualList } from '#client/ui/layout/virtual-list.tsx'
import { refusals } from '#protocol/kernel/refusals.ts'
import type { MyOrganization, OrgMember, OrgView } from '#protocol/people/org.ts'
import { MemberCard } from './member-card.tsx'
import { MembersSkeleton } from './members-skeleton.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useSelection } from './use-selection.ts'

const cardPx = 69

interface Props {
  one: MyOrganization
  /** One's right to it has ended. */
  onEnd: () => void
}

/** Use it under a key per organization. */
export function OrgMembers({ one, onEnd }: Props) {
  const { org, failure, retry } = useOrg(one, onEnd)
  if (!org && failure)
    return (
      <ErrorState title="Failed to load members" onRetry={retry}>
        {failure}
      </ErrorState>
    )
  return org ? <Members one={one} org={org} /> : <MembersSkeleton />
}

function Members({ one, org }: { one: MyOrganization; org: OrgView }) {
  const [words, setWords] = useState('')
  const userId = useSession((now) => now.user?._id)
  const found = useMembersFound(org.members, useDeferredValue(words))
  const self = org.members.find((member) => member.userId === userId)
  const ownRole = one.isActive ? (self?.role ?? one.member.role) : null
  const selection = useSelection(org.members, found, ownRole)
  const total = org.memberCount.toLocaleString('en-US')
  const more = useMorePages(org, words.trim() !== '')
  return (
    <div className="flex flex-col gap-4">
      {!one.isActive && (
        <Notice tone="warn" title={refusals['team-plan-needed'][1]}>
          You can see the members, but not change them, until the owner is on one of these plans again.
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchInput
          aria-label="Search members"
          placeholder="Search by name or email"
          className="max-w-sm"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <Text size={13} tone="muted" role="status" className="tabular">
          {words.trim() ? `${found.length.toLocaleString('en-US')} of ${total} members` : countsInWords(org)}
        </Text>
      </div>
      {ownRole && org.members.length > 1 && <SelectionBar orgId={org._id} selection={selection} />}
      <Cards found={found} ownRole={ownRole} userId={userId} selection={selection} />
      <MorePages org={org} {...more} />
      {found.length === 0 && !org.nextCursor && (
        <EmptyState title="No matches" action={<Button onClick={() => setWords('')}>Clear search</Button>}>
          No member has this in their name or email.
        </EmptyState>
      )}
    </div>
  )
}

const useMembersFound = (members: readonly OrgMember[], words: string) => useMemo(() => findMembers(members, words), [members, words])

interface CardsProps {
  found: readonly OrgMember[]
  ownRole: OrgMember['role'] | null
  userId: string | undefined
  selection: ReturnType<typeof useSelection>
}

function Cards({ found, ownRole, userId, selection: { selected, select } }: CardsProps) {
  const roleMap = useOrgs((held) => held.roleMap)
  const keys = useMemo(() => found.map(({ _id }) => _id), [found])
  const draw = (index: number) => {
    const member = found[index]
    return (
      member && (
        <MemberCard
          member={member}
          ownRole={ownRole}
          roleMap={roleMap}
          isSelf={member.userId === userId}
          isSelected={selected.has(member._id)}
          onSelect={select}
        />
      )
    )
  }
  return found.length > 0 && <VirtualList label="Members" keys={keys} row={draw} rowPx={cardPx} />
}
