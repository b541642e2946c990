// The browser's Back closes what stands over the page, and stays on the page (R248a): opening it adds an entry to the history. When it is closed in another way,
// the entry stays, since going back by script would undo a navigation that follows at once: the next one that opens reuses it, and Back skips it.
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { entriesOver, leaving } from '../over-page.ts'

const open: { readonly close: () => void }[] = []
let at = { entries: entriesOver(), href: window.location.href }

function enter() {
  if (entriesOver() < open.length) window.history.pushState({ ...window.history.state, over: open.length }, '')
  at = { entries: entriesOver(), href: window.location.href }
}

function closeInnermost(top: (typeof open)[number]) {
  leaving.isByBack = true
  try {
    flushSync(top.close)
  } finally {
    leaving.isByBack = false
  }
  enter() // for one that doesn't close while it is busy
}

window.addEventListener('popstate', () => {
  const before = at
  at = { entries: entriesOver(), href: window.location.href }
  if (at.entries >= before.entries || at.href !== before.href) return
  const top = open.at(-1)
  if (top) closeInnermost(top)
  else window.history.back()
})

export function useBack(isOpen: boolean, close: () => void) {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!isOpen) return
    const one = { close: () => latest.current() }
    open.push(one)
    enter()
    return () => void open.splice(open.indexOf(one), 1)
  }, [isOpen])
}
