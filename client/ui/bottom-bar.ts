// A bar that floats at the foot of the screen says how high it is: toasts stay above it, and what gets the focus is scrolled clear of it.

const name = '--bottom-bar'
const gapPx = 12

/** For the `ref` of such a bar. */
export function bottomBar(bar: HTMLElement | null) {
  if (!bar) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() =>
    style.setProperty(name, getComputedStyle(bar).position === 'static' ? '0px' : `${bar.offsetHeight + gapPx}px`),
  )
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style.removeProperty(name)
  }
}

export const bottomBarPx = () => Number.parseFloat(document.documentElement.style.getPropertyValue(name)) || 0

/** At the foot of a phone's screen; in the page where that is as low as a phone on its side. Its background and line are its own. */
export const barOfPhone =
  'max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-10 max-md:px-4 max-md:pt-3 max-md:pb-[max(0.75rem,env(safe-area-inset-bottom))] low:static! print:static!'
