// Shows once that something changed by itself.
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../cx.ts'

export interface GlowProps {
  /** When this changes after the first time, the children glow once. */
  rev: string | number
  children: ReactNode
  as?: 'div' | 'span' | 'li'
  className?: string
  'data-state'?: string
}

/** Wraps its children; it never mounts them anew, so focus stays where it is. */
export function Glow({ rev, children, as: Tag = 'div', className, ...state }: GlowProps) {
  const box = useRef<HTMLElement | null>(null)
  const seen = useRef(rev)
  useEffect(() => {
    const element = box.current
    if (!element || seen.current === rev) return
    seen.current = rev
    element.classList.remove('animate-glow')
    void element.offsetWidth
    element.classList.add('animate-glow')
  }, [rev])
  return (
    <Tag
      ref={(element: HTMLElement | null) => {
        box.current = element
      }}
      {...state}
      onAnimationEnd={() => box.current?.classList.remove('animate-glow')}
      className={cx('rounded-lg', className)}
    >
      {children}
    </Tag>
  )
}
