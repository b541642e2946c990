// The frame of a page: its column and its head.
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../actions/link.tsx'
import { cx } from '../cx.ts'

export type PageWidth = 'narrow' | 'normal' | 'wide'

const widths: Record<PageWidth, string> = { narrow: 'max-w-narrow', normal: 'max-w-normal', wide: 'max-w-wide' }

export interface PageProps {
  /** narrow 560 px: one question; normal 760 px: forms and settings; wide 1120 px: boards. */
  width?: PageWidth
  children: ReactNode
  className?: string
}

/** Its parts stand 32 px apart, 24 on a phone. */
export const Page = ({ width = 'normal', children, className }: PageProps) => (
  <div className={cx('mx-auto flex w-full flex-col gap-6 px-4 py-6 sm:gap-8 sm:px-6 sm:py-10', widths[width], className)}>{children}</div>
)

export interface PageHeaderProps {
  title: ReactNode
  /** A line under the title. */
  lead?: ReactNode
  back?: { href: string; label: string } | { onClick: () => void; label: string }
  /** Buttons at the end of the title's line, the main one last. */
  actions?: ReactNode
  /** Beside the title: badges, a live dot. */
  badge?: ReactNode
  /** Beside the title, which then has three lines at most: a small button. */
  titleEnd?: ReactNode
  /** Above the title, e.g. progress steps. */
  above?: ReactNode
  align?: 'start' | 'center'
  /** The field in which the title is being edited, in its place; readers keep the title. */
  editor?: ReactNode
}

const backClass =
  'hit -mb-1 inline-flex items-center gap-1.5 self-start rounded-xs text-13 font-medium text-muted transition-colors hover:text-ink print:hidden [&>svg]:size-4 [&>svg]:shrink-0'

function Back({ back }: { back: NonNullable<PageHeaderProps['back']> }) {
  const body = (
    <>
      <ArrowLeft aria-hidden="true" />
      <span dir="auto">{back.label}</span>
    </>
  )
  if ('href' in back)
    return (
      <Link tone="bare" href={back.href} className={backClass}>
        {body}
      </Link>
    )
  return (
    <button type="button" onClick={back.onClick} className={backClass}>
      {body}
    </button>
  )
}

/** Draws the head of a page with its only h1. */
export const PageHeader = ({ title, lead, back, actions, badge, titleEnd, above, align = 'start', editor }: PageHeaderProps) => (
  <header className={cx('flex flex-col gap-4', align === 'center' && 'items-center text-center')}>
    {back && <Back back={back} />}
    {above && <div className="w-full">{above}</div>}
    <div className="flex w-full flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className={cx('min-w-0', align === 'center' && 'mx-auto', Boolean(editor) && 'flex-1')}>
        <div className={cx('flex flex-wrap items-center gap-x-3 gap-y-2', align === 'center' && 'justify-center')}>
          <div dir="auto" className={editor ? 'sr-only' : 'flex min-w-0 items-end text-24 font-bold sm:text-32'}>
            <h1 className={titleEnd ? 'line-clamp-3 print:line-clamp-none' : ''}>{title}</h1>
            {titleEnd && <span className="text-20">&nbsp;{titleEnd}</span>}
          </div>
          {editor}
          {badge}
        </div>
        {lead && (
          <div dir="auto" className="mt-2 max-w-[60ch] text-17 text-pretty text-muted">
            {lead}
          </div>
        )}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  </header>
)
