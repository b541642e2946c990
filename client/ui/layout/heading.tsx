// Titles and running text outside the heads of pages and sections.
import type { HTMLAttributes } from 'react'
import { cx } from '../cx.ts'

export interface HeadingProps extends HTMLAttributes<HTMLHeadingElement> {
  level: 1 | 2 | 3 | 4
  /** Its size, whatever its level. */
  size?: 15 | 17 | 20 | 24 | 32 | 44
}

const sizes = { 15: 'text-15', 17: 'text-17', 20: 'text-20', 24: 'text-24', 32: 'text-24 sm:text-32', 44: 'text-32 sm:text-44' }

export function Heading({ level, size = 20, className, ...rest }: HeadingProps) {
  const Tag = `h${level}` as const
  return <Tag dir="auto" {...rest} className={cx(sizes[size], size >= 24 ? 'font-bold' : 'font-semibold', className)} />
}

export interface TextProps extends HTMLAttributes<HTMLElement> {
  as?: 'p' | 'span' | 'div'
  size?: 13 | 15 | 17
  tone?: 'ink' | 'muted' | 'danger' | 'success' | 'warn'
}

const textSizes = { 13: 'text-13', 15: 'text-15', 17: 'text-17' }
const tones = { ink: 'text-ink', muted: 'text-muted', danger: 'text-danger', success: 'text-success', warn: 'text-warn' }

export const Text = ({ as: Tag = 'p', size = 15, tone = 'ink', className, ...rest }: TextProps) => (
  <Tag dir="auto" {...rest} className={cx(textSizes[size], tones[tone], className)} />
)
