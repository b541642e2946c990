// Who may call, and by what a call says so (R30, R31, R127), as the API document tells a program's author (R139): tokens, cookies, and the Origin beside them.
import type { Route } from '#server/people/http/route.ts'

type Json = { readonly [key: string]: unknown }

const prefixed = 'Where the installation has https, its name begins with `__Host-`.'
export const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The token of a login. It wins over an organizer token.' },
  organizerToken: {
    type: 'apiKey',
    in: 'header',
    name: 'x-organizer-token',
    description: 'The token of an emailed link. It wins over one in a cookie.',
  },
  organizerCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'rolecall_organizer',
    description: `What keeps an organizer without an account in, over tabs and restarts: an organizer token, which opens what the token opens, until it ends. ${prefixed} \`POST /event/{id}/publish\` and \`POST /token-access/open\` set it, \`POST /auth/logout\` ends it; none of it is read where a token is sent.`,
  },
  guestProof: {
    type: 'apiKey',
    in: 'cookie',
    name: 'rolecall_proof_{groupId}',
    description: `What proves the email of a guest, for two hours. The name ends in the id of the group (24 zeros: of every group). ${prefixed} \`POST /rsvp/verify-code\` and the calls that open a link of an email set it.`,
  },
} as const

const [bearer, organizerToken, organizerCookie, guestProof]: Json[] = [
  { bearer: [] },
  { organizerToken: [] },
  { organizerCookie: [] },
  { guestProof: [] },
]
/** One of these, `{}` being nobody in particular. */
const ofGuard: Readonly<Record<Route['guard']['title'], readonly (Json | undefined)[]>> = {
  anyone: [{}, bearer, organizerToken, organizerCookie],
  organizer: [bearer, organizerToken, organizerCookie],
  account: [bearer],
  operator: [bearer],
}
export const securityOf = ({ guard, readsProof }: Route) => [...ofGuard[guard.title], ...(readsProof ? [guestProof] : [])]

/** Whether a cookie alone may open it. */
export const readsCookie = ({ guard, readsProof }: Route) => readsProof || ofGuard[guard.title].includes(organizerCookie)

export const originHeader = {
  name: 'Origin',
  in: 'header',
  required: false,
  description:
    'Needed beside a cookie, unless a token is sent: the address of the installation (`PUBLIC_URL`), as its own pages send it. Without it the call is refused with the code `page-foreign`.',
  schema: { type: 'string', format: 'uri' },
}

const proof =
  'The answer carries the cookie that proves this email for the group: HttpOnly, SameSite=Lax. Send it with the calls that read it.'
const session =
  'The answer begins or ends what this browser keeps of an organizer: `rolecall_organizer`, HttpOnly, SameSite=Lax, for as long as its token lives, and `rolecall_signed_in`, a mark for scripts that opens nothing.'

/** What is said of the cookies that its answer sets; undefined where it sets none that opens anything. */
export const cookiesSet = ({ proves, keepsSession }: Route): string | undefined =>
  [proves && proof, keepsSession && session].filter(Boolean).join(' ') || undefined
