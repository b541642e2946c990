// What is still missing, ticked off while one types.
import { Check, Circle } from 'lucide-react'
import { cx } from '../cx.ts'

export interface ChecklistItem {
  label: string
  isMet: boolean
}

export const Checklist = ({ items, label }: { items: readonly ChecklistItem[]; label: string }) => (
  <ul aria-label={label} className="flex flex-col gap-1.5 text-13">
    {items.map((item) => (
      <li
        key={item.label}
        className={cx('flex items-center gap-2 transition-colors', item.isMet ? 'font-medium text-success' : 'text-muted')}
      >
        {item.isMet ? <Check aria-hidden="true" strokeWidth={3} className="size-4" /> : <Circle aria-hidden="true" className="size-4" />}
        {item.label}
        <span className="sr-only">{item.isMet ? ' (met)' : ' (not yet)'}</span>
      </li>
    ))}
  </ul>
)
