// The token of an emailed link, which leaves the address bar and the history entry as soon as it is read.

/** The latest of each page: React may begin a page more than once. */
const kept = new Map<string, string>()

/** Gives the token of the page at the current address; '' where none came with it. */
export function takeToken(): string {
  const { pathname, search } = window.location
  const sent = new URLSearchParams(search).get('token')
  if (sent !== null) {
    kept.set(pathname, sent)
    window.history.replaceState(null, '', pathname)
  }
  return kept.get(pathname) ?? ''
}

/** The same of a token behind a `#`, which no server is told. */
export function takeFragment(): string {
  const { pathname, hash } = window.location
  if (hash.length > 1) {
    kept.set(pathname, hash.slice(1))
    window.history.replaceState(null, '', pathname)
  }
  return kept.get(pathname) ?? ''
}

/** Forgets the token of a page, once it was used or is void. */
export const forgetToken = (path: string) => void kept.delete(path)
