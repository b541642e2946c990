// Pasting thousands of lines at once: a browser takes minutes to insert them by itself, and no time when the value is set.
import type { ClipboardEvent } from 'react'

const longPaste = 2000

/** The value after a long paste, which then must not be inserted as well; undefined for a short one. Of a box that shows only where `folded` begins it is that with all that is pasted behind it. */
export function pastedWhole(event: ClipboardEvent<HTMLTextAreaElement>, folded?: string): string | undefined {
  const pasted = event.clipboardData.getData('text/plain')
  if (folded === undefined && pasted.length < longPaste) return undefined
  event.preventDefault()
  if (folded !== undefined) return `${folded.replace(/\n?$/, '\n')}${pasted}`
  const { value, selectionStart, selectionEnd } = event.currentTarget
  return value.slice(0, selectionStart) + pasted + value.slice(selectionEnd)
}
