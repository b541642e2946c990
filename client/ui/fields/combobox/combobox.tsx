// Finds one of many by typing: a text box with a list under it (members, zones). The list's library comes once the page rests, or when somebody reaches
// for it (decision 0152); until then a plain box stands there, which keeps what is typed and pressed for it.
import { Search } from 'lucide-react'
import { createElement, type KeyboardEvent, useRef, useState } from 'react'
import { toastNotLoaded } from '../../feedback/not-loaded.tsx'
import { latePart, useLatePart } from '../../late.ts'
import { TextInput } from '../text-input.tsx'
import type { ComboboxBefore, ComboboxProps } from './props.ts'

const untouched = { query: null, keys: [] }

export const comboboxList = latePart(async () => (await import('./with-list.tsx')).ComboboxWithList)

const caretOf = (box: HTMLInputElement | null) =>
  box && box === document.activeElement ? ([box.selectionStart ?? 0, box.selectionEnd ?? 0] as const) : null

/** Put it into a Field. */
export function Combobox(props: ComboboxProps) {
  const { options, value, onValue, placeholder, disabled, label, onSearch, onNear } = props
  const box = useRef<HTMLInputElement>(null)
  const [isNear, setNear] = useState(false)
  // What an input method is composing would be lost in another box.
  const [isComposing, setComposing] = useState(false)
  const [before, setBefore] = useState<Omit<ComboboxBefore, 'caret'>>(untouched)
  const list = useLatePart(comboboxList, isNear, () => {
    toastNotLoaded()
    setNear(false)
  })
  if (list && !isComposing) return createElement(list, { ...props, before: { ...before, caret: caretOf(box.current) } })

  const chosen = options.find((option) => option.value === value)?.label ?? ''
  const isOpen = before.query !== null
  const open = () => {
    setNear(true)
    setBefore((was) => ({ ...was, query: was.query ?? '' }))
  }
  const search = (query: string) => {
    setNear(true)
    setBefore({ query, keys: [] })
    onSearch?.(query)
    if (value !== null) onValue(null)
  }
  const press = (event: KeyboardEvent) => {
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    if (isArrow || (event.key === 'Enter' && isOpen)) event.preventDefault()
    if (isArrow && !isOpen) open()
    else if (isArrow || (event.key === 'Enter' && isOpen)) setBefore((was) => ({ ...was, keys: [...was.keys, event.key] }))
    else if (event.key === 'Escape' && isOpen && !isComposing) {
      event.stopPropagation()
      setBefore(untouched)
    }
  }
  return (
    <div data-escapes={isOpen || undefined}>
      <TextInput
        ref={box}
        role="combobox"
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={false}
        aria-busy={isOpen || undefined}
        aria-autocomplete="list"
        autoComplete="off"
        disabled={disabled}
        placeholder={(isOpen && chosen) || placeholder}
        before={<Search aria-hidden="true" />}
        value={before.query ?? chosen}
        onChange={(event) => search(event.target.value)}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onClick={open}
        onFocus={() => {
          setNear(true)
          onNear?.()
        }}
        onBlur={() => setBefore(untouched)}
        onKeyDown={press}
      />
    </div>
  )
}
