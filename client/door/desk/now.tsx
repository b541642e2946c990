// How it stands at the doors of an event, live, for whoever manages it (R186).
import { useState } from 'react'
import { useWatch } from '#client/lib/live.ts'
import { useGroups } from '#client/records/groups.ts'
import { putTallies, useTallies } from '#client/records/tallies.ts'
import { Disclosure } from '#client/ui/actions/disclosure.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { doorRoom } from '#protocol/live.ts'
import type { DoorView } from '#protocol/seats/tally/tally.ts'
import { InAllGroups, NumbersTable } from '../numbers.tsx'

export function DoorsNow({ eventId }: { eventId: string }) {
  const [groupIds, setGroupIds] = useState<readonly string[] | null>(null)
  const [watcher] = useState(() => ({
    onView: ({ groups, all }: DoorView) => {
      putTallies(all ? [...groups, all] : groups)
      setGroupIds(groups.map(({ _id }) => _id))
    },
  }))
  useWatch(doorRoom(eventId), watcher)
  const tallies = useTallies()
  const groups = useGroups((held) => held.byId)
  if (!groupIds) return null
  const came = groupIds.filter((id) => tallies[id]?.came)
  if (came.length === 0) return <Text tone="muted">No one has come yet.</Text>
  return (
    <div className="flex flex-col gap-3">
      <InAllGroups eventId={eventId} />
      {came.map((id) => {
        const [name, counts] = [groups[id]?.name ?? 'At the door', tallies[id]]
        if (!counts) return null
        return groupIds.length === 1 ? (
          <NumbersTable key={id} label={name} counts={counts} />
        ) : (
          <Disclosure key={id} summary={`${name}: ${counts.inside} inside, ${counts.came} came`}>
            <NumbersTable label={name} counts={counts} />
          </Disclosure>
        )
      })}
    </div>
  )
}
