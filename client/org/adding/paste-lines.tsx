// The box for many people at once: a pasted list becomes rows, and whoever became none is named.
import { useState } from 'react'
import { BringPeople } from '#client/people/bring-people.tsx'
import type { LeftOut } from '#client/people/read.ts'
import type { PeopleList } from '#client/people/read-people.ts'
import { Notice } from '#client/ui/feedback/notice.tsx'

interface Props {
  hasMobile?: boolean
  /** Takes those who were read; says how many rows came of them, and who became none. */
  onPaste: (list: PeopleList) => { added: number; leftOut: readonly LeftOut[] }
  disabled: boolean
}

/** So many are named; the others are counted. */
const maxNamed = 10

function LeftOutNotice({ lines, onClose }: { lines: readonly LeftOut[]; onClose: () => void }) {
  if (lines.length === 0) return null
  // Of equal lines one tells enough.
  const named = [...new Map(lines.slice(0, maxNamed).map((one) => [`${one.text} ${one.why}`, one])).values()]
  const more = lines.length - maxNamed
  return (
    <Notice tone="warn" live title={lines.length === 1 ? '1 line was left out' : `${lines.length} lines were left out`} onClose={onClose}>
      <ul>
        {named.map(({ text, why }) => (
          <li key={`${text} ${why}`} className="wrap-anywhere">
            “{text}”: {why}
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </Notice>
  )
}

/** What brought no row stays in it. */
export function PasteLines({ hasMobile = false, onPaste, disabled }: Props) {
  const [error, setError] = useState<string>()
  const [leftOut, setLeftOut] = useState<readonly LeftOut[]>([])
  return (
    <div className="flex flex-col gap-4">
      <BringPeople
        label={hasMobile ? 'Lines of name,email,mobile' : 'Lines of name,email'}
        hint="As you have them: one person per line, or rows copied from a spreadsheet, an email or an address book. Lines without an email are left out."
        placeholder={hasMobile ? 'Ann Archer,ann@example.com,+1 555 0100' : 'Ann Archer,ann@example.com'}
        button="Add lines to list"
        error={error}
        disabled={disabled}
        without={['role']}
        onChange={() => setError(undefined)}
        onAdd={({ list }) => {
          const pasted = onPaste(list)
          setLeftOut(pasted.leftOut)
          setError(pasted.added > 0 ? undefined : 'None of these lines has a new email address.')
          return pasted.added > 0
        }}
      />
      <LeftOutNotice lines={leftOut} onClose={() => setLeftOut([])} />
    </div>
  )
}
