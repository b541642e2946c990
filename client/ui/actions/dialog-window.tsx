// A dialog as it is drawn once it opens: closes on Escape, Back, a click outside or the x; holds the focus and gives it back.
import { X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import { IconButton } from './button.tsx'
import { useBack } from './use-back.ts'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons, the main one last; on a phone they stack with the main one on top. What is marked `data-first` has the focus first. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  /** Something to know at once: read out whole when it opens. */
  isAlert?: boolean
  /** Where the focus goes when it closes; back to where it came from without one. */
  nextFocus?: () => HTMLElement | null
}

const widths = { sm: 'sm:max-w-sm', md: 'sm:max-w-narrow', lg: 'sm:max-w-normal' }

/** On a low screen all of it scrolls, so that neither its title nor its buttons leave too little room for the rest. */
const contentClass =
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] w-full flex-col rounded-t-lg border border-line bg-raised shadow-pop focus:outline-none data-[state=closed]:animate-leave data-[state=open]:animate-rise sm:inset-x-4 sm:top-[12dvh] sm:bottom-auto sm:mx-auto sm:max-h-[80dvh] sm:w-auto sm:rounded-lg low:top-auto low:bottom-0 low:max-h-dvh low:overflow-y-auto'

/** What closes by Escape before the dialog does: a list that is open in it, and what an input method is composing. */
const isInner = ({ target, isComposing }: KeyboardEvent) =>
  isComposing || (target instanceof Element && target.closest('[data-escapes]') !== null)
const isToast = ({ target }: Event) => target instanceof Element && target.closest('[data-toasts]') !== null

/** Where the focus is to go back to from a dialog that is just closing: one that opens in its place gives it back there. */
let handedOn: Element | null = null

/** Nothing can have the focus back: whoever goes by keyboard goes on from where it stood, or from where the page begins. */
function keepPlace(stood: HTMLElement | null) {
  const place = stood?.isConnected ? stood : document.getElementById('main')
  if (!place) return
  place.tabIndex = -1
  place.focus({ preventScroll: true })
}

export function DialogWindow({ open, onOpenChange, title, description, children, footer, size = 'md', isAlert, nextFocus }: DialogProps) {
  useBack(open, () => onOpenChange(false))
  const opener = useRef<Element | null>(null)
  const place = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (!open) return
    return () => {
      handedOn = opener.current
    }
  }, [open])
  const begin = (event: Event) => {
    opener.current = handedOn ?? document.activeElement
    place.current = opener.current?.closest<HTMLElement>('section, main') ?? null
    const first = event.currentTarget instanceof Element && event.currentTarget.querySelector<HTMLElement>('[data-first]')
    if (!first) return
    event.preventDefault()
    first.focus()
  }
  const returnFocus = (event: Event) => {
    event.preventDefault()
    handedOn = null
    const next = nextFocus?.() ?? opener.current
    if (next instanceof HTMLElement && next.isConnected) next.focus()
    if (document.activeElement === document.body) keepPlace(place.current)
  }
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-leave data-[state=open]:animate-fade" />
        <Radix.Content
          role={isAlert ? 'alertdialog' : 'dialog'}
          onOpenAutoFocus={begin}
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={(event) => isInner(event) && event.preventDefault()}
          onInteractOutside={(event) => isToast(event) && event.preventDefault()}
          className={cx(contentClass, widths[size])}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header className="pt-5.5 pr-16 pl-5 sm:pt-6.5 sm:pl-6 low:pt-3">
            <Radix.Title dir="auto" className="text-20 font-semibold low:text-17">
              {title}
            </Radix.Title>
          </header>
          <div
            className={cx(
              'min-h-0 flex-1 overflow-y-auto px-5 pb-4 sm:px-6 low:flex-none low:overflow-visible',
              description ? 'pt-1' : 'pt-4',
            )}
          >
            {description && (
              <Radix.Description dir="auto" className="text-muted not-last:mb-4">
                {description}
              </Radix.Description>
            )}
            {children}
          </div>
          {footer && (
            <div className="flex flex-col-reverse gap-2 border-t border-line px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end sm:px-6">
              {footer}
            </div>
          )}
          {/* Last, so that the focus starts in the content. */}
          <Radix.Close asChild>
            <IconButton label="Close" icon={<X />} className="absolute! top-3.5 right-3 sm:top-4.5 sm:right-4" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
