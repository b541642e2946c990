// Short messages at the bottom of the screen. `toast` comes from here, never from react-hot-toast itself: this is its headless half.
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { resolveValue, type Toast, toast, useToaster } from 'react-hot-toast/headless'
import { cx } from '../cx.ts'
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

/** Clicks pass through it, so that it never stands between a thumb and a button; only its x takes them. */
function ToastCard({ item, onPause, onResume }: ToastCardProps) {
  const message = resolveValue(item.message, item)
  const motion = item.visible ? 'animate-rise' : 'animate-leave'
  if (item.type === 'custom') return <div className={motion}>{message}</div>
  const dismiss = () => {
    onResume()
    toast.dismiss(item.id)
  }
  return (
    <div className={cx('flex max-w-full items-center gap-3 rounded bg-ink py-1 pr-1 pl-4 text-on-ink shadow-pop', motion)}>
      {item.icon ?? <ToastIcon type={item.type} />}
      <div className="min-w-0 py-2">{message}</div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={dismiss}
        onPointerEnter={onPause}
        onPointerLeave={onResume}
        onFocus={onPause}
        onBlur={onResume}
        className="pointer-events-auto flex size-11 shrink-0 items-center justify-center rounded-[8px] opacity-80 hover:opacity-100 focus-visible:-outline-offset-4 focus-visible:outline-on-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  )
}

/** Shows the toasts, newest lowest, at most 20: once, at the root of the app. On a phone they stay above actions that stick to the bottom. */
export function Toaster() {
  const { toasts, handlers } = useToaster({ ...byType, removeDelay: 140 })
  return (
    <div
      role="status"
      aria-live="polite"
      aria-atomic="false"
      className="pointer-events-none fixed inset-x-4 bottom-[max(1rem,env(safe-area-inset-bottom))] max-sm:[body:has([data-sticks])_&]:bottom-24 z-60 flex flex-col-reverse items-center gap-2"
    >
      {toasts.map((item) => (
        <ToastCard key={item.id} item={item} onPause={handlers.startPause} onResume={handlers.endPause} />
      ))}
    </div>
  )
}
