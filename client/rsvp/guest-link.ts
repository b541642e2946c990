// The token of a personal link, out of the address bar before anything is drawn, and in this tab's memory until it is used (R87).
let kept: string | null = null

/** Takes the token out of the address bar and of the history entry, if there is one. */
export function takeGuestToken() {
  const address = new URL(location.href)
  kept = address.searchParams.get('guest')
  if (kept === null) return
  address.searchParams.delete('guest')
  history.replaceState(null, '', address)
}

export const guestToken = () => kept

/** The server has answered to it. */
export function spendGuestToken() {
  kept = null
}
