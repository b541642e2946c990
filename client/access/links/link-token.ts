// The secret of a magic link, out of the address bar before anything is drawn, and in this tab's memory until it is checked (R29).
let kept = ''

/** Takes the token out of the address bar and of the history entry, if there is one. */
export function takeLinkToken() {
  const { pathname, search } = window.location
  const token = pathname === '/token' ? new URLSearchParams(search).get('token') : null
  if (token === null) return
  kept = token
  window.history.replaceState(null, '', pathname)
}

/** Gives the taken token, '' when there is none. */
export const linkToken = () => kept

export function forgetLinkToken() {
  kept = ''
}
