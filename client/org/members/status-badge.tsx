// What became of a row, in the server's word: green if it was added, orange otherwise.

import { isAdded, type Row } from '#client/org/adding/rows.ts'
import { Badge } from '#client/ui/badge.tsx'

/** Draws the badge. */
export const StatusBadge = ({ row }: { row: Row }) => <Badge tone={isAdded(row) ? 'success' : 'warn'}>{row.status}</Badge>
