// The secret of a magic link, out of the address bar before anything is drawn, and in this tab's memory until it is checked (R29).
let kept = ''
/** Where the link leads (R116, R127). */
let goal = ''

/** To the event it was mailed for, if there is one: to publish it, or to see it. */
function goalOf(sent: URLSearchParams) {
  const [waiting, event] = [sent.get('publish'), sent.get('event')]
  if (waiting) return `/publish?event=${encodeURIComponent(waiting)}`
  return event ? `/event/${encodeURIComponent(event)}` : '/dashboard'
}

/** Takes the token out of the address bar and of the history entry, if there is one. */
export function takeLinkToken() {
  const { pathname, search } = window.location
  const sent = new URLSearchParams(search)
  const token = pathname === '/token' ? sent.get('token') : null
  if (token === null) return
  kept = token
  goal = goalOf(sent)
  window.history.replaceState(null, '', pathname)
}

/** Gives the taken token, '' when there is none. */
export const linkToken = () => kept

/** Where the link leads once its session has begun. */
export const linkGoal = () => goal || '/dashboard'

export function forgetLinkToken() {
  kept = ''
  goal = ''
}
