// The cookies of the product: their names, and whether those that came with a request may speak for the browser's user (R121).

export const proofCookie = (groupId: string) => `rolecall_proof_${groupId}`

/** With https the prefix keeps a page of a sibling domain from planting a secret that it knows. */
export const browserCookie = (publicUrl: string) => `${publicUrl.startsWith('https:') ? '__Host-' : ''}rolecall_browser`

const localHost = /^(localhost|127(\.\d+){3}|\[::1\]|.+\.localhost)$/
/** Whether an address leads to the machine itself, so that nobody else is meant to reach it. */
export const isLocalUrl = (url: string) => URL.canParse(url) && localHost.test(new URL(url).hostname)

/** What a browser says of the page that asks. */
export interface AskingPage {
  /** Sec-Fetch-Site */
  readonly site: string | undefined
  readonly origin: string | undefined
  readonly host: string | undefined
}

/** PUBLIC_URL's origin; while that is this machine, also the host that was asked, since it has several names. */
function isOwnOrigin({ origin = '', host }: AskingPage, publicUrl: string) {
  if (!URL.canParse(origin)) return false
  return origin === new URL(publicUrl).origin || (isLocalUrl(publicUrl) && new URL(origin).host === host)
}

/** Whether the browser vouches that a page of ours asks, and none of another port, subdomain or site. */
export const isOwnPage = (page: AskingPage, publicUrl: string) =>
  page.site === undefined ? isOwnOrigin(page, publicUrl) : page.site === 'same-origin'

type Headers = Readonly<Record<string, string | string[] | undefined>>
const textOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)
const longest = 16_384

/** R92: the proof cookies of a socket's handshake, by name; none where a page of somebody else opened it, which could read the answers. */
export function proofsOf(headers: Headers, publicUrl: string): ReadonlyMap<string, string> {
  const page = { site: textOf(headers['sec-fetch-site']), origin: textOf(headers.origin), host: textOf(headers.host) }
  const cookies = textOf(headers.cookie) ?? ''
  if (cookies.length > longest || !isOwnPage(page, publicUrl)) return new Map()
  const found = cookies.matchAll(/(?:^|;\s*)(rolecall_proof_[0-9a-f]{24})=([\w.-]{1,2000})(?=;|$)/g)
  return new Map([...found].map(([, name = '', value = '']) => [name, value]))
}
