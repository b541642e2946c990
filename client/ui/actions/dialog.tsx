// A modal dialog. What draws it comes once the page rests: nobody sees it before.
import { createElement } from 'react'
import { toastNotLoaded } from '../feedback/not-loaded.tsx'
import { latePart, useLatePart } from '../late.ts'
import type { DialogProps } from './dialog-window.tsx'

export const dialogWindow = latePart(async () => (await import('./dialog-window.tsx')).DialogWindow)

export function Dialog(props: DialogProps) {
  const part = useLatePart(dialogWindow, props.open, () => {
    toastNotLoaded()
    props.onOpenChange(false)
  })
  return part && createElement(part, props)
}
