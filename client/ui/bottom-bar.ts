// A bar that floats at the foot of the screen says how high it is: toasts stay above it, and what gets the focus is scrolled clear of it.

const name = '--bottom-bar'
const gapPx = 12

const floats = (box: HTMLElement) => box.offsetHeight > 0 && /fixed|sticky/.test(getComputedStyle(box).position)

/** For the `ref` of such a bar; on a phone it may be part of a larger one, the box it stands in. */
export function bottomBar(bar: HTMLElement | null) {
  if (!bar) return undefined
  const { style } = document.documentElement
  const boxes = [bar, bar.parentElement].filter((box) => box !== null)
  const observer = new ResizeObserver(() => {
    const box = boxes.find(floats)
    style.setProperty(name, box ? `${box.offsetHeight + gapPx}px` : '0px')
  })
  for (const box of boxes) observer.observe(box)
  return () => {
    observer.disconnect()
    style.removeProperty(name)
  }
}

export const bottomBarPx = () => Number.parseFloat(document.documentElement.style.getPropertyValue(name)) || 0
