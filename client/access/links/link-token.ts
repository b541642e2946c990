// The secret of a magic link, out of the address bar before anything is drawn, and in this tab's memory until it is checked (R29).
let kept = ''
/** The event that the link was mailed for, if there is one (R116). */
let event = ''

/** Takes the token out of the address bar and of the history entry, if there is one. */
export function takeLinkToken() {
  const { pathname, search } = window.location
  const sent = new URLSearchParams(search)
  const token = pathname === '/token' ? sent.get('token') : null
  if (token === null) return
  kept = token
  event = sent.get('publish') ?? ''
  window.history.replaceState(null, '', pathname)
}

/** Gives the taken token, '' when there is none. */
export const linkToken = () => kept

/** Where the link leads once its session has begun. */
export const linkGoal = () => (event ? `/publish?event=${encodeURIComponent(event)}` : '/dashboard')

export function forgetLinkToken() {
  kept = ''
  event = ''
}
