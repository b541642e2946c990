// What became of a row, in the server's word: green if it was added, orange otherwise.

import { Badge } from '#client/ui/badge.tsx'
import { isAdded, type Row } from './rows.ts'

/** Draws the badge. */
export const StatusBadge = ({ row }: { row: Row }) => <Badge tone={isAdded(row) ? 'success' : 'warn'}>{row.status}</Badge>
