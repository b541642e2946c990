// A text box with its list, as it is drawn once Ariakit is there: that keeps the active option in sight, and the list inside the window (R249, decision 0152).
import * as Ariakit from '@ariakit/react'
import { Check, Search } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../../cx.ts'
import { useFieldWiring } from '../field-wiring.ts'
import { TextInput } from '../text-input.tsx'
import type { ComboboxBefore, ComboboxOption, ComboboxProps } from './props.ts'
import { useList } from './use-list.ts'

/** The wrapper that Ariakit places: without what a browser gives to whatever lies over everything. */
const placedClass = 'm-0 overflow-visible border-0 bg-transparent p-0 text-ink'
const panelClass =
  'max-h-[min(18rem,var(--popover-available-height))] animate-rise overflow-y-auto overscroll-contain rounded-[12px] border border-line bg-raised p-1.5 shadow-pop'

/** Lays the list over everything: inside of a dialog, which would cut it off, it stays a part of it. */
function useOverEverything(store: Ariakit.ComboboxStore) {
  const placed = Ariakit.useStoreState(store, 'popoverElement')
  const isShown = Ariakit.useStoreState(store, 'mounted')
  useLayoutEffect(() => {
    // Firefox before 125 and the tests' page have none: there it lies over the page alone.
    if (isShown && placed?.isConnected && 'showPopover' in placed) placed.showPopover()
  }, [isShown, placed])
}

export function ComboboxWithList(props: ComboboxProps & { before: ComboboxBefore }) {
  const { before, value, placeholder, emptyText = 'Nothing matches.', loadingText, disabled, label, onNear } = props
  const { id } = useFieldWiring({})
  const box = useRef<HTMLInputElement>(null)
  const { store, listId, idOf, chosen, isOpen, close, pick, shown, left } = useList(props)
  useOverEverything(store)
  const [caret] = useState(before.caret)
  useLayoutEffect(() => {
    if (!caret) return
    box.current?.focus({ preventScroll: true })
    box.current?.setSelectionRange(...caret)
  }, [caret])
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen || event.nativeEvent.isComposing) return
    event.stopPropagation()
    close()
  }
  const says = loadingText ?? (shown.length === 0 ? emptyText : left > 0 ? `And ${left} more: type to narrow it down.` : null)
  return (
    <div data-escapes={isOpen || undefined}>
      <Ariakit.ComboboxAnchor store={store}>
        <Ariakit.Combobox
          store={store}
          ref={box}
          id={id}
          aria-label={label}
          aria-haspopup="listbox"
          aria-controls={shown.length > 0 ? listId : undefined}
          disabled={disabled}
          placeholder={(isOpen && chosen?.label) || placeholder}
          onFocus={onNear}
          onKeyDown={press}
          render={<TextInput before={<Search aria-hidden="true" />} />}
        />
      </Ariakit.ComboboxAnchor>
      <Ariakit.ComboboxPopover
        store={store}
        gutter={6}
        fixed
        sameWidth
        unmountOnHide
        role="group"
        hideOnEscape={false}
        hideOnInteractOutside={({ target }) => target !== box.current}
        autoFocusOnHide={false}
        wrapperProps={{ popover: 'manual', className: placedClass }}
        className={panelClass}
      >
        {shown.length > 0 && (
          <Ariakit.ComboboxList id={listId} aria-label={label ?? placeholder ?? 'Options'}>
            {shown.map((option) => (
              <OptionRow
                key={option.value}
                id={idOf(option)}
                option={option}
                isChosen={option.value === value}
                onPick={() => pick(option)}
              />
            ))}
          </Ariakit.ComboboxList>
        )}
        <p role="status" className={cx(says && 'px-3 py-2.5 text-muted', shown.length > 0 && 'text-13')}>
          {says}
        </p>
      </Ariakit.ComboboxPopover>
    </div>
  )
}

interface OptionRowProps {
  id: string
  option: ComboboxOption
  isChosen: boolean
  onPick: () => void
}

/** One option; the keyboard stays in the box, which names the active one. */
const OptionRow = ({ id, option, isChosen, onPick }: OptionRowProps) => (
  <Ariakit.ComboboxItem
    id={id}
    disabled={option.disabled}
    focusOnHover
    blurOnHoverEnd={false}
    aria-selected={isChosen}
    onClick={onPick}
    className="flex min-h-11 cursor-pointer items-center gap-3 rounded-[7px] px-3 py-1.5 data-active-item:bg-fill aria-disabled:cursor-not-allowed aria-disabled:text-muted"
  >
    {option.leading}
    <span className="min-w-0 flex-1 truncate">
      {option.label}
      {option.hint && <span className="block truncate text-13 text-muted">{option.hint}</span>}
    </span>
    {isChosen && <Check aria-hidden="true" className="size-4.5 shrink-0" />}
  </Ariakit.ComboboxItem>
)
