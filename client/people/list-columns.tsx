// What each column of a list means: guessed, shown, and to be changed.
import { Field } from '#client/ui/fields/field.tsx'
import { Select, type SelectOption } from '#client/ui/fields/select.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { columnKey, type Reading } from './use-reading.ts'

const words: readonly SelectOption[] = [
  { value: '', label: 'Not used' },
  { value: 'email', label: 'Email' },
  { value: 'name', label: 'Name' },
  { value: 'first', label: 'First name' },
  { value: 'middle', label: 'Middle name' },
  { value: 'last', label: 'Last name' },
  { value: 'mobile', label: 'Mobile' },
  { value: 'role', label: 'Role' },
]

interface Props {
  reading: Reading
  /** What else a column may be for on this page. */
  more: readonly SelectOption[]
  /** Of what is read this page has no use for these. */
  without: readonly string[]
  disabled: boolean
  /** By the key of a column. */
  onUse: (column: string, use: string) => void
}

export function ListColumns({ reading: { list, uses }, more, without, disabled, onUse }: Props) {
  const options = [...words.filter(({ value }) => !without.includes(value)), ...more]
  const shown = (use: string | undefined) => (options.some(({ value }) => value === use) ? use : '')
  const columns = list.columns.map((column, at) => ({ ...column, at, key: columnKey(column, at) }))
  if (columns.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <Text size={13} tone="muted">
        What each column means:
      </Text>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        {columns.map(({ at, key, heading, sample }) => (
          <Field key={at} label={<span className="wrap-anywhere">{heading || `Column ${at + 1}`}</span>} hint={sample && `e.g. ${sample}`}>
            <Select value={shown(uses[at])} options={options} disabled={disabled} onValue={(use) => onUse(key, use)} />
          </Field>
        ))}
      </div>
    </div>
  )
}
