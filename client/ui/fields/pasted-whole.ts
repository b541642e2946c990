// Pasting thousands of lines at once: a browser takes minutes to insert them by itself, and no time when the value is set.
import type { ClipboardEvent } from 'react'

const longPaste = 2000

/** The value after a long paste, which then must not be inserted as well; undefined for a short one. */
export function pastedWhole(event: ClipboardEvent<HTMLTextAreaElement>): string | undefined {
  const pasted = event.clipboardData.getData('text/plain')
  if (pasted.length < longPaste) return undefined
  event.preventDefault()
  const { value, selectionStart, selectionEnd } = event.currentTarget
  return value.slice(0, selectionStart) + pasted + value.slice(selectionEnd)
}
