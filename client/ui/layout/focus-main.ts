// Where the focus goes when what had it is gone: to the start of the page, never to nowhere.

/** Moves the focus to the main region without scrolling. */
export const focusMain = () => document.getElementById('main')?.focus({ preventScroll: true })
