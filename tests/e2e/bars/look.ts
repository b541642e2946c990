// How much of a window is taken by what stays in sight while one scrolls. Runs in the page, so all of it stands in one function.

interface Sight {
  /** Most pixels of height that are taken at once, wherever one has scrolled to. */
  readonly covered: number
  /** By what, there. */
  readonly by: readonly string[]
  /** Which of the lists of classes something on the page has that takes room. */
  readonly here: readonly number[]
}

export function lookOver(bars: readonly (readonly string[])[]): Sight {
  const dialogs = '[role=dialog], [role=alertdialog], [data-state].inset-0'
  const isThere = (one: Element) => one.getClientRects().length > 0 && one.getBoundingClientRect().height > 0
  const stays = (one: Element) => {
    const { position, top, bottom, visibility } = getComputedStyle(one)
    const isBar = position === 'fixed' || (position === 'sticky' && (top !== 'auto' || bottom !== 'auto'))
    return isBar && visibility === 'visible' && isThere(one) && !one.closest(dialogs)
  }
  const staying = [...document.body.querySelectorAll('*')].filter(stays)
  const nameOf = (one: Element) => `<${one.localName} class="${one.className}">`.slice(0, 90)
  const here = bars.flatMap((classes, at) => {
    const all = [...document.getElementsByClassName(classes.join(' '))]
    return all.some(isThere) ? [at] : []
  })
  /** Of the window as it is scrolled now; what lies over each other counts once. */
  const taken = () => {
    const parts = staying
      .map((one) => ({ one, ...one.getBoundingClientRect().toJSON() }) as { one: Element; top: number; bottom: number })
      .map(({ one, top, bottom }) => ({ one, top: Math.max(top, 0), bottom: Math.min(bottom, innerHeight) }))
      .filter(({ top, bottom }) => bottom > top)
      .toSorted((a, b) => a.top - b.top)
    let [covered, reached] = [0, 0]
    for (const { top, bottom } of parts) {
      covered += Math.max(0, bottom - Math.max(top, reached))
      reached = Math.max(reached, bottom)
    }
    return {
      covered: Math.round(covered),
      by: parts.map(({ one, top, bottom }) => `${nameOf(one)} ${Math.round(top)}-${Math.round(bottom)}`),
    }
  }
  let most = { covered: 0, by: [] as string[] }
  const { scrollTop, scrollHeight } = document.documentElement
  for (let at = 0; at < scrollHeight; at += innerHeight / 2) {
    window.scrollTo({ top: at, behavior: 'instant' })
    const now = taken()
    if (now.covered > most.covered) most = now
  }
  window.scrollTo({ top: scrollTop, behavior: 'instant' })
  return { ...most, here }
}
