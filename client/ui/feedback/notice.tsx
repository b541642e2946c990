// Something to know before going on: in a page, or across its top.
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../actions/button.tsx'
import { cx } from '../cx.ts'
import { Sentence } from './sentence.tsx'

export type NoticeTone = 'info' | 'success' | 'warn' | 'danger'

export interface NoticeProps {
  tone?: NoticeTone
  title?: ReactNode
  children?: ReactNode
  /** A button or a link. */
  action?: ReactNode
  onClose?: () => void
  /** Reads it out when it appears: danger at once, the others politely. */
  live?: boolean
  /** notice: a box in the page; banner: across the whole width. */
  look?: 'notice' | 'banner'
}

const tones: Record<NoticeTone, { box: string; icon: string; Icon: typeof Info }> = {
  info: { box: 'bg-accent-soft', icon: 'text-accent', Icon: Info },
  success: { box: 'bg-success-soft', icon: 'text-success', Icon: CircleCheck },
  warn: { box: 'bg-warn-soft', icon: 'text-warn', Icon: TriangleAlert },
  danger: { box: 'bg-danger-soft', icon: 'text-danger', Icon: CircleAlert },
}

export function Notice({ tone = 'info', title, children, action, onClose, live, look = 'notice' }: NoticeProps) {
  const { box, icon, Icon } = tones[tone]
  return (
    <div
      role={live ? (tone === 'danger' ? 'alert' : 'status') : undefined}
      className={cx('flex gap-3', look === 'notice' ? 'rounded px-4 py-3' : 'px-4 py-2 sm:items-center sm:justify-center sm:px-6', box)}
    >
      <Icon aria-hidden="true" className={cx('size-5 shrink-0', look === 'notice' ? 'mt-0.5' : 'max-sm:mt-0.5', icon)} />
      <div className={cx('flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2', look === 'notice' && 'flex-1')}>
        <div className={cx('min-w-0', look === 'notice' && 'flex-1 basis-60')}>
          {title && (
            <p dir="auto" className="font-semibold">
              <Sentence>{title}</Sentence>
            </p>
          )}
          {children && (
            <div dir="auto">
              <Sentence>{children}</Sentence>
            </div>
          )}
        </div>
        {action}
      </div>
      {onClose && <IconButton size="sm" label="Dismiss" icon={<X />} onClick={onClose} className="-my-1.5 -mr-2" />}
    </div>
  )
}

export const Banner = (props: Omit<NoticeProps, 'look'>) => <Notice {...props} look="banner" />
