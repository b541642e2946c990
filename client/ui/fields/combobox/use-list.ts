// What is typed into the box of a list, which options that leaves, and which of them is active.
import * as Ariakit from '@ariakit/react'
import { useEffect, useId, useState } from 'react'
import type { ComboboxBefore, ComboboxOption, ComboboxProps } from './props.ts'

/** Beyond so many one types on instead of scrolling. */
const maxShown = 50

interface Placed extends Pick<ComboboxProps, 'options' | 'value' | 'onValue' | 'loadingText' | 'onSearch' | 'find'> {
  before: ComboboxBefore
}

/** Does what was pressed before the list was there, once it knows its options: that is some time after they are drawn. */
function usePressed(store: Ariakit.ComboboxStore, keys: readonly string[], onDone: () => void) {
  const hasActive = Ariakit.useStoreState(store, ({ activeId, renderedItems }) => renderedItems.some(({ id }) => id === activeId))
  useEffect(() => {
    if (!hasActive || keys.length === 0) return
    for (const key of keys) if (key !== 'Enter') store.move(key === 'ArrowDown' ? store.down() : store.up())
    onDone()
  })
}

/** What is typed, which options that leaves, and the store of the list. The chosen option is active at first, else the first of them. */
export function useList({ options, value, onValue, loadingText, onSearch, find, before }: Placed) {
  const listId = useId()
  const idOf = ({ value: of }: ComboboxOption) => `${listId}-${of}`
  const [query, setQuery] = useState(before.query)
  const [keys, setKeys] = useState(before.keys)
  const close = () => setQuery(null)
  const search = (text: string) => {
    setQuery(text)
    setKeys([])
    onSearch?.(text)
    if (value !== null) onValue(null)
  }
  const pick = (option: ComboboxOption | undefined) => {
    if (!option || option.disabled) return
    onValue(option.value)
    close()
  }
  const chosen = options.find((option) => option.value === value)
  const store = Ariakit.useComboboxStore({
    open: query !== null,
    setOpen: (isOpen) => setQuery((was) => (isOpen ? (was ?? '') : null)),
    value: query ?? chosen?.label ?? '',
    setValue: search,
    focusLoop: false,
    compositeElementInFocusOrder: false,
  })
  const found = loadingText || query === null ? [] : query.trim() ? find(query) : options
  const shown = found.slice(0, maxShown)
  const begin = shown.find((option) => option.value === value) ?? shown.find(({ disabled }) => !disabled)
  const first = begin && idOf(begin)
  useEffect(() => void (first && store.move(first)), [first, query, store])
  usePressed(store, keys, () => {
    setKeys([])
    if (keys.includes('Enter')) pick(shown.find((option) => idOf(option) === store.getState().activeId))
  })
  return { store, listId, idOf, chosen, isOpen: query !== null, close, pick, shown, left: found.length - maxShown }
}
