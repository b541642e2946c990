// The address of the page as its link was meant. Apart from the tokens in it: every page begins with this.
import { unmarked } from '#protocol/kernel/texts.ts'

/** R237: takes what a sentence has put behind a link out of the address bar. A dashboard's address may end in what somebody looks for. */
export function mendAddress() {
  const { pathname, href } = window.location
  const meant = pathname === '/dashboard' ? href : unmarked(href)
  if (meant !== href) window.history.replaceState(null, '', meant)
}
