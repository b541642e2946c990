// R229: whether this browser keeps what a site gives it. Where it doesn't, somebody proves who they are again and again.

/** What to do about it, whatever was just done. */
export const allowCookies = 'Please allow cookies for this site in your browser’s settings, or use another browser'

/** Tries it, with a cookie that is gone again. */
export function keepsCookies(): boolean {
  const trial = 'rolecall_trial=1'
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and isn't everywhere
    document.cookie = `${trial}; Path=/; SameSite=Lax`
    const isKept = document.cookie.includes(trial)
    // biome-ignore lint/suspicious/noDocumentCookie: as above
    document.cookie = `${trial}; Path=/; SameSite=Lax; Max-Age=0`
    return isKept
  } catch {
    return false // it is forbidden to ask
  }
}
