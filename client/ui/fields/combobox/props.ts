// What a list to choose from by typing is given, and what it takes over from the box that stood there before it.
import type { ReactNode } from 'react'

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

/** What was done in the box before its list was there. */
export interface ComboboxBefore {
  /** What is typed, '' at first; null while the list isn't to be open. */
  query: string | null
  /** What was pressed in the open list: ArrowDown, ArrowUp, Enter. */
  keys: readonly string[]
  /** Where the caret stands; null where the box hasn't the focus. */
  caret: readonly [number, number] | null
}
