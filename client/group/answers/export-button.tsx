// Saves all answers as a CSV file, however many pages they are.
import { Download } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '#client/lib/call.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import type { GroupView } from '#protocol/group.ts'
import { exportRows } from './rsvp-csv.ts'

export function ExportButton({ group }: { group: GroupView }) {
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await exportRows(group._id, group.name).catch((error: unknown) => toast.error(sentenceOf(error, 'Failed to export the answers')))
    setBusy(false)
  }
  return (
    <Button size="sm" busy={isBusy} busyLabel="Exporting..." icon={<Download aria-hidden="true" />} onClick={save}>
      Export CSV
    </Button>
  )
}
