// Finds one of many by typing: a text box with a list under it (members, organizations).
import { Check, Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { cx } from '../cx.ts'
import { TextInput } from './text-input.tsx'

export interface ComboboxOption {
  value: string
  label: string
  hint?: string
  leading?: ReactNode
  disabled?: boolean
}

export interface ComboboxProps {
  options: readonly ComboboxOption[]
  /** The chosen option's value; null for none. */
  value: string | null
  onValue: (value: string | null) => void
  placeholder?: string
  /** Says that nothing matches. */
  emptyText?: string
  /** Shown in the list instead of options, e.g. 'Loading members...'. */
  loadingText?: string
  disabled?: boolean
  label?: string
  /** Told what is typed, for options that have to be fetched. */
  onSearch?: (words: string) => void
  /** Told once somebody reaches for it, for options that take a while to work out. */
  onNear?: () => void
  /** The options for what is typed, the likeliest first. */
  find: (query: string) => readonly ComboboxOption[]
}

/** Beyond so many one types on instead of scrolling. */
const mostShown = 50

const panelClass =
  'absolute inset-x-0 top-full z-40 mt-1.5 max-h-72 animate-rise overflow-y-auto rounded-[12px] border border-line bg-raised p-1.5 shadow-pop'

/** Put it into a Field. */
export function Combobox({
  options,
  value,
  onValue,
  placeholder,
  emptyText = 'Nothing matches.',
  loadingText,
  disabled,
  label,
  onSearch,
  onNear,
  find,
}: ComboboxProps) {
  const listId = useId()
  const chosen = options.find((option) => option.value === value)
  const [query, setQuery] = useState<string | null>(null)
  const [place, setPlace] = useState(0)
  const isOpen = query !== null
  const found = loadingText || query === null ? [] : query.trim() ? find(query) : options
  const shown = found.slice(0, mostShown)
  const active = shown[Math.min(place, shown.length - 1)]
  const pick = (option: ComboboxOption | undefined) => {
    if (!option || option.disabled) return
    onValue(option.value)
    setQuery(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by !== 0 || (event.key === 'Enter' && isOpen)) event.preventDefault()
    if (by !== 0 && !isOpen) setQuery('')
    else if (by !== 0) setPlace(Math.max(0, Math.min(shown.length - 1, place + by)))
    else if (event.key === 'Enter' && isOpen) pick(active)
    else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      setQuery(null)
    }
  }
  const search = (text: string) => {
    setQuery(text)
    setPlace(0)
    onSearch?.(text)
    if (value !== null) onValue(null)
  }
  return (
    <div className="relative" data-escapes={isOpen || undefined}>
      <TextInput
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active ? `${listId}-${active.value}` : undefined}
        autoComplete="off"
        disabled={disabled}
        placeholder={placeholder}
        before={<Search aria-hidden="true" />}
        value={query ?? chosen?.label ?? ''}
        onChange={(event) => search(event.target.value)}
        onClick={() => !isOpen && setQuery('')}
        onFocus={onNear}
        onBlur={() => setQuery(null)}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label={label ?? placeholder ?? 'Options'} className={cx(isOpen ? panelClass : 'hidden')}>
        {shown.map((option) => (
          <OptionRow
            key={option.value}
            id={`${listId}-${option.value}`}
            option={option}
            isChosen={option.value === value}
            isActive={option === active}
            onPick={() => pick(option)}
          />
        ))}
        {found.length > shown.length && (
          <p className="px-3 py-2 text-13 text-muted">And {found.length - shown.length} more: type to narrow it down.</p>
        )}
      </div>
      {isOpen && shown.length === 0 && (
        <p role="status" className={cx(panelClass, 'px-4.5 py-3 text-muted')}>
          {loadingText ?? emptyText}
        </p>
      )}
    </div>
  )
}

interface OptionRowProps {
  id: string
  option: ComboboxOption
  isChosen: boolean
  isActive: boolean
  onPick: () => void
}

/** One option; the keyboard stays in the input, which names the active one. */
function OptionRow({ id, option, isChosen, isActive, onPick }: OptionRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input of the combobox handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-disabled={option.disabled || undefined}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
      className={cx(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-[7px] px-3 py-1.5',
        isActive && 'bg-fill',
        option.disabled && 'cursor-not-allowed text-muted',
      )}
    >
      {option.leading}
      <span className="min-w-0 flex-1 truncate">
        {option.label}
        {option.hint && <span className="block truncate text-13 text-muted">{option.hint}</span>}
      </span>
      {isChosen && <Check aria-hidden="true" className="size-4.5 shrink-0" />}
    </div>
  )
}
