// What stands over a page (R248a) has an entry of its own in the history of the tab; here is what pages need to know of it.

/** How many entries of the history, up to this one, are of what stands or stood over the page. */
export const entriesOver = () => (window.history.state as { over?: number } | null)?.over ?? 0

/** Whether something is just closed by the browser's Back, so that what was typed in it is to be kept. */
export const leaving = { isByBack: false }
