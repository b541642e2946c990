// What a step's own button has brought about: stands above the buttons and comes into sight.
import { useEffect, useRef } from 'react'
import { Notice, type NoticeProps } from '#client/ui/feedback/notice.tsx'
import { upgradeLinkFor } from './upgrade-link.tsx'

/** Give it a key when it says something new. */
export function StepNotice(props: NoticeProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A statement: some browsers give back a promise, which would count as the clean-up.
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={box}>
      <Notice live action={upgradeLinkFor(props.children)} {...props} />
    </div>
  )
}
