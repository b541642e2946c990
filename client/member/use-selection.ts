// Which members are selected: only those that are still there, and that one may remove.
import { useCallback, useMemo, useState } from 'react'
import { mayTouch } from '#client/org/member-rules.ts'
import type { MemberRole, OrgMember } from '#protocol/people/org.ts'

export function useSelection(members: readonly OrgMember[], found: readonly OrgMember[], ownRole: MemberRole | null) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const touchable = useMemo(() => (of: readonly OrgMember[]) => (ownRole ? of.filter((one) => mayTouch(ownRole, one)) : []), [ownRole])
  const selected = useMemo(
    () => new Set(touchable(members).flatMap(({ _id }) => (picked.has(_id) ? [_id] : []))),
    [touchable, members, picked],
  )
  const offered = useMemo(() => touchable(found).map(({ _id }) => _id), [touchable, found])
  const select = useCallback((id: string, isSelected: boolean) => {
    setPicked((before) => {
      const next = new Set(before)
      if (isSelected) next.add(id)
      else next.delete(id)
      return next
    })
  }, [])
  return {
    selected,
    select,
    /** How many of those on screen can be selected. */
    offered: offered.length,
    areAllSelected: offered.length > 0 && offered.every((id) => selected.has(id)),
    selectAll: (isSelected: boolean) => setPicked((before) => new Set(isSelected ? [...before, ...offered] : [])),
  }
}
