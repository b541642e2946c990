// A surface for one thing among others.
import type { HTMLAttributes, ReactNode } from 'react'
import { Link } from '../actions/link.tsx'
import { cx } from '../cx.ts'

export interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'article' | 'li' | 'aside' | 'form'
  padding?: 'none' | 'sm' | 'md' | 'lg'
  /** plain: a surface; sunken: a well inside a surface; outline: no surface of its own. */
  tone?: 'plain' | 'sunken' | 'outline'
  /** All of it is a target: put one CardLink (or a stretched button) inside. */
  interactive?: boolean
}

const paddings = { none: '', sm: 'p-4', md: 'p-5', lg: 'p-5 sm:p-7' }
const tones = { plain: 'border border-line bg-surface shadow-card', sunken: 'bg-fill', outline: 'border border-line' }

export const Card = ({ as: Tag = 'div', padding = 'md', tone = 'plain', interactive, className, ...rest }: CardProps) => (
  <Tag
    {...rest}
    className={cx(
      'relative min-w-0 rounded-lg',
      tones[tone],
      paddings[padding],
      interactive && 'transition hover:border-line-strong hover:shadow-lift has-[a:focus-visible]:border-focus',
      className,
    )}
  />
)

/** Makes the whole card around it a link, with its text as the name. */
export const CardLink = ({ href, children, className }: { href: string; children: ReactNode; className?: string }) => (
  <Link
    href={href}
    tone="bare"
    className={cx(
      'rounded-lg font-semibold after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus',
      className,
    )}
  >
    {children}
  </Link>
)
