// A short code from an email: one real input that looks like cells, so that paste, autofill and screen readers just work (decision 0075).
import { type InputHTMLAttributes, type Ref, useState } from 'react'
import { places } from '../actions/places.ts'
import { cx } from '../cx.ts'
import { useFieldWiring } from './field-wiring.ts'

export interface CodeInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'type' | 'maxLength'> {
  value: string
  /** Called with the code so far: upper case, no spaces, at most `length` characters. */
  onValue: (code: string) => void
  /** Called once with the whole code when its last character comes. */
  onComplete?: (code: string) => void
  length?: number
  ref?: Ref<HTMLInputElement>
}

const cellClass =
  'flex h-14 min-w-0 flex-1 items-center justify-center rounded border border-edge text-24 font-semibold tabular transition-colors'

const plain = (text: string) => text.replace(/[^a-z0-9]/gi, '').toUpperCase()

/** Finds the code in what was typed or pasted: in a sentence it is the last word of its length in capitals or with a digit, e.g. in "Your code: RRXYMF". */
function codeIn(text: string, length: number): string {
  const typed = text.normalize('NFKC') // as some keyboards write it, in full-width letters
  const words = typed.match(/[a-z0-9]+/gi) ?? []
  const isCode = (word: string) => word.length === length && (word === word.toUpperCase() || /\d/.test(word))
  const found = plain(typed).length > length ? words.findLast(isCode) : undefined
  return (found ?? plain(typed)).toUpperCase().slice(0, length)
}

/** The caret can't be seen, so it stays where the next character goes; a selection stays as it is. */
function keepCaretAtEnd(input: HTMLInputElement) {
  const end = input.value.length
  if (input.selectionStart === input.selectionEnd && input.selectionStart !== end) input.setSelectionRange(end, end)
}

export function CodeInput({ value, onValue, onComplete, length = 6, className, ...rest }: CodeInputProps) {
  const wiring = useFieldWiring(rest)
  const [isFocused, setFocused] = useState(false)
  const active = Math.min(value.length, length - 1)
  const type = (text: string) => {
    const code = codeIn(text, length)
    onValue(code)
    if (code.length === length && code !== value) onComplete?.(code)
  }
  return (
    <span className={cx('relative block max-w-90', className)}>
      <input
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        inputMode="text"
        {...rest}
        {...wiring}
        type="text"
        value={value}
        onChange={(event) => type(event.target.value)}
        onSelect={(event) => keepCaretAtEnd(event.currentTarget)}
        onFocus={(event) => {
          setFocused(true)
          rest.onFocus?.(event)
        }}
        onBlur={(event) => {
          setFocused(false)
          rest.onBlur?.(event)
        }}
        className="absolute inset-0 z-10 size-full forced-color-adjust-none cursor-text bg-transparent text-center tracking-[1em] text-transparent caret-transparent outline-none selection:bg-transparent"
      />
      <span aria-hidden="true" className={cx('flex gap-2', rest.disabled && 'opacity-60')}>
        {places(length).map((place) => (
          <span
            key={place}
            data-cell={isFocused && place === active ? 'active' : ''}
            className={cx(cellClass, rest.disabled ? 'bg-fill' : 'bg-raised')}
          >
            {value[place] ?? (isFocused && place === active ? <span className="h-6 animate-breathe border-l border-ink" /> : null)}
          </span>
        ))}
      </span>
    </span>
  )
}
