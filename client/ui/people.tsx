// People in a row, with their names: who is there, and what each of them is at; beyond a handful they fold.
import { useState } from 'react'
import { Avatar } from './avatar.tsx'
import { cx } from './cx.ts'

export interface Person {
  readonly id: string
  readonly name: string
  /** What they are at, e.g. 'edits Speaker'. */
  readonly note?: string | undefined
}
export interface PeopleProps {
  /** Stands before them; where they are avatars alone it is only read out. */
  label: string
  people: readonly Person[]
  /** As avatars alone; their names are read out, and shown on hover. */
  compact?: boolean
  className?: string
}

/** So many stand there; the others are counted. */
const shownPeople = 5
const personText = ({ name, note }: Person) => (note ? `${name} ${note}` : name)

const Compact = ({ person }: { person: Person }) => (
  <li title={personText(person)} className="flex animate-fade">
    <Avatar name={person.name} size="sm" />
    <span className="sr-only">{personText(person)}</span>
  </li>
)

const Named = ({ person: { name, note } }: { person: Person }) => (
  <li className="flex max-w-full animate-fade items-center gap-2">
    <Avatar name={name} size="sm" />
    <span className="min-w-0 text-13 wrap-anywhere">
      <span className="font-medium">{name}</span>
      {note && <span className="text-muted"> {note}</span>}
    </span>
  </li>
)

const moreClass = 'inline-flex items-center rounded-full bg-fill text-13 font-medium text-ink'

/** In full, a press on what is folded shows everybody. */
export function People({ label, people, compact = false, className }: PeopleProps) {
  const [isAll, setAll] = useState(false)
  const shown = isAll && !compact ? people : people.slice(0, shownPeople)
  const folded = people.slice(shown.length)
  const names = folded.map(personText).join(', ')
  return (
    <div className={cx('flex flex-wrap items-center gap-x-3 gap-y-2', className)}>
      {!compact && (
        <span aria-hidden="true" className="text-13 text-muted">
          {label}
        </span>
      )}
      <ul aria-label={label} className={cx('flex flex-wrap items-center', compact ? 'gap-1' : 'gap-x-5 gap-y-2')}>
        {shown.map((person) => (compact ? <Compact key={person.id} person={person} /> : <Named key={person.id} person={person} />))}
        {folded.length > 0 && (
          <li>
            {compact ? (
              <span title={names} className={cx(moreClass, 'h-6 px-2')}>
                <span aria-hidden="true">+{folded.length}</span>
                <span className="sr-only">{names}</span>
              </span>
            ) : (
              <button
                type="button"
                aria-label={`Show ${folded.length} more: ${names}`}
                title={names}
                onClick={() => setAll(true)}
                className={cx(moreClass, 'hit h-7 px-2.5 hover:bg-fill-strong')}
              >
                +{folded.length}
              </button>
            )}
          </li>
        )}
      </ul>
    </div>
  )
}
