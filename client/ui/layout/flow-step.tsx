// The frame of one step of a flow: where one is, its title, and the focus on it when it opens.
import { type ReactNode, useEffect, useRef } from 'react'
import { ProgressSteps } from '#client/ui/feedback/progress-steps.tsx'
import { cx } from '../cx.ts'
import { Page, PageHeader } from './page.tsx'

export interface FlowStepProps {
  /** From 1. */
  current: number
  total: number
  title: string
  /** Small, where what it asks is the heading. */
  isQuiet?: boolean
  /** Where one is, in the place of the usual bar. */
  bar?: ReactNode
  lead?: ReactNode
  back?: { href: string; label: string }
  /** Takes the focus to the title when the step opens; not on the first step of a page that has just opened. */
  takesFocus: boolean
  /** Beside it, where there is room. */
  aside?: ReactNode
  children: ReactNode
}

/** Give it a key per step. */
export function FlowStep({ current, total, title, isQuiet, bar, lead, back, takesFocus, aside, children }: FlowStepProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const heading = box.current?.querySelector('h1')
    if (!takesFocus || !heading) return
    window.scrollTo({ top: 0 })
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <div ref={box} className={cx(Boolean(aside) && 'mx-auto max-w-wide xl:grid xl:grid-cols-[minmax(0,1fr)_22rem]')}>
      <Page>
        <title>{`${title} · Rolecall`}</title>
        <PageHeader
          back={back}
          above={bar ?? <ProgressSteps current={current} total={total} />}
          title={
            <>
              <span className={cx(isQuiet && 'text-15 font-medium text-muted')}>{title}</span>
              <span className="sr-only">
                {' '}
                (Step {current} of {total})
              </span>
            </>
          }
          lead={lead}
        />
        {children}
      </Page>
      {aside && <aside className="pt-24 pr-6 max-xl:hidden">{aside}</aside>}
    </div>
  )
}
