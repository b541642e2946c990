// A bar that floats at the foot of the screen says how high it is: toasts stay above it, and what gets the focus is scrolled clear of it.

const name = '--bottom-bar'
const gapPx = 12

/** For the `ref` of such a bar. */
export function bottomBar(bar: HTMLElement | null) {
  if (!bar) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty(name, `${bar.offsetHeight + gapPx}px`))
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style.removeProperty(name)
  }
}

export const bottomBarPx = () => Number.parseFloat(document.documentElement.style.getPropertyValue(name)) || 0
