// The shape of what is coming, so that nothing jumps when it comes.
import type { ReactNode } from 'react'
import { places } from '../actions/places.ts'
import { cx } from '../cx.ts'

/** Give it its size with className, e.g. "h-6 w-40". */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={cx('block animate-breathe rounded-sm bg-fill-strong', className)} />
)

export const SkeletonText = ({ lines = 3, className }: { lines?: number; className?: string }) => (
  <span aria-hidden="true" className={cx('flex flex-col gap-2.5', className)}>
    {places(lines).map((line) => (
      <Skeleton key={line} className={cx('h-3.5', line === lines - 1 ? 'w-3/5' : 'w-full')} />
    ))}
  </span>
)

/** Holds skeletons and says once what is loading, e.g. "Loading your profile...". */
export const Loading = ({
  label,
  children,
  className,
  isShown,
  isPage,
}: {
  label: string
  children?: ReactNode
  className?: string
  isShown?: boolean
  /** It stands for what the page is opened for: until that is there the page doesn't rest. */
  isPage?: boolean
}) => (
  <div aria-busy="true" data-coming={isPage ? 'page' : 'part'} className={className}>
    <p role="status" className={isShown ? 'mb-4 text-muted' : 'sr-only'}>
      {label}
    </p>
    {children}
  </div>
)
