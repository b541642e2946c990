// Whose activity is shown, and of which kind; and all of it as a file.
import { useMemo } from 'react'
import { ExportMenu } from '#client/lib/files/export-menu.tsx'
import { FilterFold } from '#client/ui/fields/filter-fold.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { type ActivityLine, activityKinds } from '#protocol/record/activity.ts'
import { activityTable, loadAllActivity } from './activity-table.ts'
import { type ActivityFilter, useActivities } from './store.ts'
import { kindWords } from './words.ts'

/** Everybody who did something, or whom it was done to, by name. */
function peopleIn(lines: readonly ActivityLine[]): [id: string, name: string][] {
  const names = new Map<string, string>()
  for (const { by, rsvp } of lines) {
    if (by.type === 'person') names.set(by.userId, by.name || 'Someone')
    if (by.type === 'guest' && by.name) names.set(by.rsvpId, by.name)
    if (rsvp?.name) names.set(rsvp._id, rsvp.name)
  }
  return [...names].sort(([, one], [, other]) => one.localeCompare(other))
}

interface ActivityFiltersProps {
  groupId: string
  /** Names the file. */
  groupName: string
  timeZone: string
  /** R126: guests are asked to confirm. */
  isAsked: boolean
  filter: ActivityFilter
  onChange: (filter: ActivityFilter) => void
}
export function ActivityFilters({ groupId, groupName, timeZone, isAsked, filter, onChange }: ActivityFiltersProps) {
  const kinds = activityKinds.filter((kind) => isAsked || kind !== 'confirm')
  const byId = useActivities((held) => held.byId)
  const people = useMemo(() => peopleIn(Object.values(byId).filter((line) => line.groupId === groupId)), [byId, groupId])
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] sm:items-center">
      <FilterFold count={[filter.person, filter.kind].filter(Boolean).length}>
        <div className="max-sm:col-span-2">
          <Select
            aria-label="Filter by person"
            value={filter.person}
            onValue={(person) => onChange({ ...filter, person })}
            options={[{ value: '', label: 'Everyone' }, ...people.map(([value, label]) => ({ value, label }))]}
          />
        </div>
        <div className="max-sm:col-span-2">
          <Select
            aria-label="Filter by kind"
            value={filter.kind}
            onValue={(kind) => onChange({ ...filter, kind: activityKinds.find((one) => one === kind) ?? '' })}
            options={[{ value: '', label: 'All kinds' }, ...kinds.map((kind) => ({ value: kind, label: kindWords[kind] }))]}
          />
        </div>
      </FilterFold>
      <ExportMenu
        name={`${groupName} activity`}
        failed="Failed to export the activity"
        table={async () => activityTable(await loadAllActivity(groupId), timeZone)}
      />
    </div>
  )
}
