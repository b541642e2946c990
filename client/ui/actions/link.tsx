// Every link: inside the product without a reload, outside it as a plain anchor.
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import { Link as RouterLink } from 'wouter'
import { cx } from '../cx.ts'

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
  /** accent: in running text; quiet: navigation and footers; bare: brings no style at all. */
  tone?: 'accent' | 'quiet' | 'bare'
  /** What the page finds in the history's state. */
  state?: unknown
  ref?: Ref<HTMLAnchorElement>
  children?: ReactNode
}

const tones = {
  accent:
    'rounded-xs font-medium text-accent underline decoration-1 underline-offset-3 decoration-accent/35 hover:text-accent-hover hover:decoration-current',
  quiet: 'rounded-xs text-muted hover:text-ink hover:underline hover:underline-offset-3',
  bare: '',
}

/** Links to a page of the product, or to anywhere else when href has a scheme, is a fragment, or has a target or download. */
export function Link({ href, tone = 'accent', className, state, ...rest }: LinkProps) {
  const direction = tone === 'bare' ? {} : { dir: 'auto' }
  const classes = cx(tones[tone], 'transition-colors', className)
  const isInside = href.startsWith('/') && !href.startsWith('//') && !rest.target && rest.download === undefined
  if (isInside) return <RouterLink href={href} state={state} className={classes} {...direction} {...rest} />
  return (
    <a href={href} className={classes} {...direction} {...(rest.target === '_blank' ? { rel: 'noopener noreferrer' } : {})} {...rest} />
  )
}
