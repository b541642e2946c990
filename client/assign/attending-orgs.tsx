// Which organizations attend: their members may answer and get roles too (Enterprise).
import { Button } from '#client/ui/actions/button.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { FieldGroup } from '#client/ui/fields/field.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { useMyOrgs } from './my-orgs.ts'

interface AttendingOrgsProps {
  value: readonly string[]
  onValue: (orgIds: string[]) => void
  /** Its members are invited already. */
  ownerOrgId: string | null
  error?: string
}

/** One that isn't one's own but attends already can only be taken out. */
export function AttendingOrgs({ value, onValue, ownerOrgId, error }: AttendingOrgsProps) {
  const { mine, failure, retry } = useMyOrgs()
  const own = (mine ?? []).filter((one) => one._id !== ownerOrgId).map(({ _id, name }) => ({ _id, name }))
  const others = mine ? value.filter((id) => !mine.some((one) => one._id === id)).map((_id) => ({ _id, name: 'Another organization' })) : []
  const listed = [...own, ...others]
  return (
    <FieldGroup
      label="Attending organization"
      optional
      error={error ?? failure ?? undefined}
      hint="Their members may answer and get roles."
    >
      {!mine && !failure && (
        <Loading label="Loading organizations...">
          <Skeleton className="h-11" />
        </Loading>
      )}
      {mine && listed.length === 0 && <Text tone="muted">No organisations found.</Text>}
      {listed.map(({ _id, name }) => (
        <Checkbox
          key={_id}
          label={name}
          checked={value.includes(_id)}
          onValue={(isOn) => onValue(isOn ? [...value, _id] : value.filter((id) => id !== _id))}
        />
      ))}
      {failure && (
        <Button size="sm" className="self-start" onClick={retry}>
          Try again
        </Button>
      )}
    </FieldGroup>
  )
}
