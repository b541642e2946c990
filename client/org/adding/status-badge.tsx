// What became of a row: green if the person was invited, which adds nobody before they accept (R117d); otherwise orange, in the server's word.

import { Badge } from '#client/ui/badge.tsx'
import { isAdded, type Row } from './rows.ts'

export const StatusBadge = ({ row }: { row: Row }) => (
  <Badge tone={isAdded(row) ? 'success' : 'warn'}>{isAdded(row) ? 'Invited' : row.status}</Badge>
)
