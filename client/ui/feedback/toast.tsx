// Short messages at the bottom of the screen. `toast` comes from here, never from react-hot-toast itself: this is its headless half,
// which has half the bytes and injects no styles.
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { resolveValue, type Toast, toast, useToaster } from 'react-hot-toast/headless'
import { bottomBarPx } from '../bottom-bar.ts'
import { cx } from '../cx.ts'
import { Sentence } from './sentence.tsx'
import { Spinner } from './spinner.tsx'

export { toast }

/** Milliseconds a toast stays; the library's own defaults, written down because the product promises them. */
export const toastDurationsMs = { blank: 4000, error: 4000, custom: 4000, success: 2000, loading: Number.POSITIVE_INFINITY }
const byType = Object.fromEntries(Object.entries(toastDurationsMs).map(([type, duration]) => [type, { duration }]))

const ToastIcon = ({ type }: { type: Toast['type'] }) => {
  if (type === 'success') return <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-toast-success" />
  if (type === 'error') return <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-toast-danger" />
  if (type === 'loading') return <Spinner className="border-muted border-t-on-ink" />
  return null
}

interface ToastCardProps {
  item: Toast
  onPause: () => void
  onResume: () => void
}

/** Clicks pass through it, so that it never stands between a thumb and a button; only its x and a reference take them. */
function ToastCard({ item, onPause, onResume }: ToastCardProps) {
  const message = resolveValue(item.message, item)
  const motion = item.visible ? 'animate-rise' : 'animate-leave'
  if (item.type === 'custom') return <div className={motion}>{message}</div>
  const dismiss = () => {
    onResume()
    toast.dismiss(item.id)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while somebody is at one of its buttons
    <div
      onPointerEnter={onPause}
      onPointerLeave={onResume}
      onFocus={onPause}
      onBlur={onResume}
      className={cx('flex max-w-full items-center gap-3 rounded bg-ink py-1 pr-1 pl-4 text-on-ink shadow-pop', motion)}
    >
      {item.icon ?? <ToastIcon type={item.type} />}
      <div dir="auto" className="min-w-0 py-2">
        <Sentence>{message}</Sentence>
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={dismiss}
        className="pointer-events-auto flex size-11 shrink-0 items-center justify-center rounded-[8px] opacity-80 hover:opacity-100 focus-visible:-outline-offset-4 focus-visible:outline-on-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  )
}

type Edge = 'top' | 'bottom'
const other = { top: 'bottom', bottom: 'top' } as const

const typed = 'input:not([type=checkbox], [type=radio]), textarea, select'

/** Not over the head of a page, which says where one is; but on a phone a keyboard comes up at the bottom. */
const defaultEdge = (): Edge =>
  window.matchMedia('(max-width: 639px)').matches && document.activeElement?.matches(typed) ? 'top' : 'bottom'

/** What has the focus or, of a row in which something was just selected, the whole row. */
const inUse = () => document.activeElement?.closest('[data-row]') ?? document.activeElement

/** The edge where nothing that is being used would be covered by toasts of that size. */
function freeEdge({ offsetHeight, firstElementChild }: HTMLElement): Edge {
  const edge = defaultEdge()
  const used = inUse()
  // Above a bar that sticks to the bottom they cover nothing of it.
  if (!used || used === document.body || used.tagName === 'MAIN' || used.closest('[data-sticks], [data-floats]')) return edge
  const { top, bottom, right, height } = used.getBoundingClientRect()
  const depth = offsetHeight + 24 + (edge === 'bottom' ? bottomBarPx() : 0)
  const isBeside = right < window.innerWidth - (firstElementChild?.clientWidth ?? 0) - 24
  const isThere = edge === 'top' ? bottom > 0 && top < depth : top < window.innerHeight && bottom > window.innerHeight - depth
  return isThere && !isBeside && height < window.innerHeight / 2 ? other[edge] : edge
}

/** Stands once, at the root of the app: at most 20 toasts, the newest nearest to the edge. They keep away from what is being used, and Escape dismisses the newest. */
export function Toaster() {
  const { toasts, handlers } = useToaster({ ...byType, removeDelay: 140 })
  const box = useRef<HTMLDivElement>(null)
  const [edge, setEdge] = useState<Edge>('bottom')
  const newest = toasts.find(({ visible }) => visible)?.id
  useEffect(() => {
    if (newest === undefined) return
    // What is pressed in a toast must not move away under the finger.
    const place = () => box.current && !box.current.contains(document.activeElement) && setEdge(freeEdge(box.current))
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && toast.dismiss(newest)
    place()
    const watched = [
      [window, 'keydown', onKey],
      [document, 'focusin', place],
      // A dialog that closes may leave the focus nowhere.
      [document, 'focusout', () => setTimeout(place)],
      [window, 'resize', place],
    ] as const
    for (const [target, type, hear] of watched) target.addEventListener(type, hear as EventListener)
    return () => {
      for (const [target, type, hear] of watched) target.removeEventListener(type, hear as EventListener)
    }
  }, [newest])
  return (
    <div
      ref={box}
      data-toasts
      role="status"
      aria-live="polite"
      aria-atomic="false"
      className={cx(
        'pointer-events-none fixed inset-x-4 z-60 flex items-center gap-2 sm:items-end',
        edge === 'top'
          ? 'top-[calc(max(1rem,env(safe-area-inset-top))+3.5rem)] flex-col'
          : 'bottom-[calc(max(1rem,env(safe-area-inset-bottom))+var(--bottom-bar,0px))] flex-col-reverse max-sm:[body:has([data-sticks])_&]:bottom-[max(6rem,calc(0.5rem+var(--bottom-bar,0px)))]',
      )}
    >
      {toasts.map((item) => (
        <ToastCard key={item.id} item={item} onPause={handlers.startPause} onResume={handlers.endPause} />
      ))}
    </div>
  )
}
