// Whoever reads now is somebody else than the one who is proven here (R239a): a flag that names nobody, for half an hour, which the drawing of the page heeds as well.

/** With https as the others are named (server/people/identity/cookies.ts). */
const isSecure = () => window.location.protocol === 'https:'
const cookie = (id: string) => `${isSecure() ? '__Host-' : ''}rolecall_aside_${id}`

function write(id: string, life: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and isn't everywhere
  document.cookie = `${cookie(id)}=1; Path=/; SameSite=Lax; ${life}${isSecure() ? '; Secure' : ''}`
}

/** By the event, or the group where there is none: a proof for one group of an event holds for all of them. */
export const isAside = (id: string) => document.cookie.includes(`${cookie(id)}=`)
export const setAside = (id: string) => write(id, 'Max-Age=1800')
export const endAside = (id: string) => write(id, 'Expires=Thu, 01 Jan 1970 00:00:00 GMT')
