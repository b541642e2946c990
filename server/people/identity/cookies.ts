// The cookies of the product: their names, and whether those that came with a request may speak for the browser's user (R121).
import { urlOf } from '#protocol/kernel/texts.ts'

/** With https the prefix keeps a page of a sibling domain from planting a secret or a proof that it knows. */
const prefix = (publicUrl: string) => (publicUrl.startsWith('https:') ? '__Host-' : '')
export const proofCookie = (groupId: string, publicUrl: string) => `${prefix(publicUrl)}rolecall_proof_${groupId}`
/** R201: of who helps with this event without an account. */
export const teamCookie = (eventId: string, publicUrl: string) => `${prefix(publicUrl)}rolecall_team_${eventId}`
export const browserCookie = (publicUrl: string) => `${prefix(publicUrl)}rolecall_browser`
/** R182: what pairs this browser to the door of an event. */
export const doorCookie = (eventId: string, publicUrl: string) => `${prefix(publicUrl)}rolecall_door_${eventId}`
/** R127: the organizer token that this browser keeps, over tabs and restarts. */
export const organizerCookie = (publicUrl: string) => `${prefix(publicUrl)}rolecall_organizer`
/** Tells our own pages that there is that one, and when it is another; it opens nothing. */
export const signedInCookie = (publicUrl: string) => `${prefix(publicUrl)}rolecall_signed_in`
/** R239a: a script of our pages sets it, where whoever reads isn't the one who is proven; it names nobody, and opens nothing. */
export const asideCookie = (id: string, publicUrl: string) => `${prefix(publicUrl)}rolecall_aside_${id}`
/** The events, or groups without one, for which these cookies say so. */
export const asideIds = (cookies: string, publicUrl: string): string[] =>
  [...cookies.matchAll(/(?:^|;\s*)((?:__Host-)?rolecall_aside_)([0-9a-f]{24})=1(?=;|$)/g)]
    .flatMap(([, name, id = '']) => (name === asideCookie('', publicUrl) ? [id] : []))
    .slice(0, maxSigned)

const localHost = /^(localhost|127(\.\d+){3}|\[::1\]|.+\.localhost)$/
/** Whether an address leads to the machine itself, so that nobody else is meant to reach it. */
export const isLocalUrl = (url: string) => localHost.test(urlOf(url)?.hostname ?? '')

/** What a browser says of the page that asks. */
export interface AskingPage {
  /** Sec-Fetch-Site */
  readonly site: string | undefined
  readonly origin: string | undefined
  readonly host: string | undefined
}

/** PUBLIC_URL's origin; while that is this machine, also the host that was asked, since it has several names. */
function isOwnOrigin({ origin = '', host }: AskingPage, publicUrl: string) {
  const asking = urlOf(origin)
  return asking !== undefined && (origin === new URL(publicUrl).origin || (isLocalUrl(publicUrl) && asking.host === host))
}

/** Whether the browser vouches that a page of ours asks, and none of another port, subdomain or site. */
export const isOwnPage = (page: AskingPage, publicUrl: string) =>
  page.site === undefined ? isOwnOrigin(page, publicUrl) : page.site === 'same-origin'

type Headers = Readonly<Record<string, string | string[] | undefined>>
const headerText = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)
const longest = 16_384
/** Each costs the check of a signature. */
const maxSigned = 50

/** The cookies of a socket's handshake; none where a page of somebody else opened it, which could read the answers. */
function cookiesOf(headers: Headers, publicUrl: string) {
  const page = { site: headerText(headers['sec-fetch-site']), origin: headerText(headers.origin), host: headerText(headers.host) }
  const cookies = headerText(headers.cookie) ?? ''
  return cookies.length <= longest && isOwnPage(page, publicUrl) ? cookies : ''
}

/** R127: the organizer token that the browser of a handshake keeps. */
export const keptOf = (headers: Headers, publicUrl: string) =>
  cookiesOf(headers, publicUrl)
    .split(/;\s*/)
    .map((one) => one.split('='))
    .find(([name]) => name === organizerCookie(publicUrl))?.[1]

type IsGood = (id: string, signed: string) => boolean
/** R92: the proofs of a socket's handshake that are `good`, by group. */
export const proofsOf = (headers: Headers, publicUrl: string, good: IsGood) => signedIn(headers, publicUrl, proofCookie, good)
/** R201: the passes of teams, by event. */
export const passesOf = (headers: Headers, publicUrl: string, good: IsGood) => signedIn(headers, publicUrl, teamCookie, good)

/** No phone is at more doors at once; these aren't signed, so of made-up ones no more is kept either. */
const mostDoors = 10
/** R182: what pairs the browser of a handshake to doors, by event, the newest; whether it still does is looked at with every watch. */
export const doorsOf = (headers: Headers, publicUrl: string): ReadonlyMap<string, string> =>
  new Map([...signedIn(headers, publicUrl, doorCookie, (_, kept) => /^[0-9a-f]{24}\.[\w-]{43}$/.test(kept))].slice(-mostDoors))

/** The signed cookies of one kind, by the id in their name. */
function signedIn(headers: Headers, publicUrl: string, cookie: typeof proofCookie, good: IsGood): ReadonlyMap<string, string> {
  const found = cookiesOf(headers, publicUrl).matchAll(/(?:^|;\s*)((?:__Host-)?rolecall_[a-z]+_)([0-9a-f]{24})=([\w.-]{1,2000})(?=;|$)/g)
  const named = [...found].filter(([, name]) => name === cookie('', publicUrl)).slice(0, maxSigned)
  return new Map(named.flatMap(([, , id = '', signed = '']) => (good(id, signed) ? [[id, signed]] : [])))
}
