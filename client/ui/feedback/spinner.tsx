// A small turning ring for waits that have no shape of their own.
import { cx } from '../cx.ts'

/** Say beside it what is awaited. */
export const Spinner = ({ className }: { className?: string }) => (
  <span
    aria-hidden="true"
    className={cx('inline-block size-4 shrink-0 animate-spin rounded-full border-2 border-line-strong border-t-ink', className)}
  />
)
