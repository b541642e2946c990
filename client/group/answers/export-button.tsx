// Saves all answers as a CSV file, however many pages they are.
import { Download } from 'lucide-react'
import { toasted, useAction } from '#client/lib/actions/use-action.ts'
import { Button } from '#client/ui/actions/button.tsx'
import type { GroupView } from '#protocol/seats/group.ts'
import { exportRows } from './rsvp-csv.ts'

export function ExportButton({ group, canManage }: { group: GroupView; canManage: boolean }) {
  const { run, isBusy } = useAction(() => toasted(() => exportRows(group, canManage), { failed: 'Failed to export the answers' }))
  return (
    <Button size="sm" busy={isBusy} busyLabel="Exporting..." icon={<Download aria-hidden="true" />} onClick={() => void run()}>
      Export CSV
    </Button>
  )
}
