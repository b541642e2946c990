// The frame of one step of a flow: where one is, its title, and the focus on it when it opens.
import { type ReactNode, useEffect, useRef } from 'react'
import { ProgressSteps } from '#client/ui/feedback/progress-steps.tsx'
import { Page, PageHeader } from './page.tsx'

export interface FlowStepProps {
  /** From 1. */
  current: number
  total: number
  title: string
  /** Where one is, in the place of the usual bar. */
  bar?: ReactNode
  lead?: ReactNode
  back?: { href: string; label: string }
  /** Takes the focus to the title when the step opens; not on the first step of a page that has just opened. */
  takesFocus: boolean
  children: ReactNode
}

/** Give it a key per step. */
export function FlowStep({ current, total, title, bar, lead, back, takesFocus, children }: FlowStepProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const heading = box.current?.querySelector('h1')
    if (!takesFocus || !heading) return
    window.scrollTo({ top: 0 })
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <div ref={box}>
      <Page>
        <title>{`${title} · Rolecall`}</title>
        <PageHeader
          back={back}
          above={bar ?? <ProgressSteps current={current} total={total} />}
          title={
            <>
              {title}
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
    </div>
  )
}
