// Puts a text on the clipboard, over plain HTTP too.

/** Copies `text`; false where the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/** Browsers have no clipboard outside secure pages; there the selection can still be copied. */
function copySelected(text: string): boolean {
  const box = document.createElement('textarea')
  box.value = text
  box.readOnly = true
  box.style.cssText = 'position:fixed;opacity:0'
  const before = document.activeElement
  // Beside the focus, since an open dialog takes the focus back from whatever is outside it.
  before?.parentElement?.append(box)
  box.focus({ preventScroll: true })
  box.select()
  const isCopied = document.execCommand('copy')
  box.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return isCopied
}
