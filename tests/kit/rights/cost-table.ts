// What every call and room may cost, and which other surfaces there are: a row for each. It is not read off the product.

export interface Cost {
  /** Of the answer. */
  readonly bytes: number
  /** Of the store, for one request. */
  readonly reads: number
  /** Bytes of the answer for each of the request: its line, its token and its body. */
  readonly perByteIn: number
}
/** Over the cast of `rights-cast.ts`. What is a list says up to a page of rows, which cost a read each. */
export const costs = {
  small: { bytes: 4_096, reads: 30, perByteIn: 24 },
  list: { bytes: 16_384, reads: 60, perByteIn: 100 },
} as const satisfies Record<string, Cost>
/** With as many rows as there may be: a page of them, however many there are. */
export const pageCosts: Cost = { bytes: 300_000, reads: 1_100, perByteIn: 1_500 }
type Kind = keyof typeof costs

export const callCosts: Readonly<Record<string, Kind>> = {
  'POST /auth/signup': 'small',
  'GET /auth/check-username/:username': 'small',
  'POST /auth/login': 'small',
  'POST /auth/logout': 'small',
  'POST /auth/resendVerificationEmail': 'small',
  'POST /auth/verify-email': 'small',
  'POST /auth/request-password-reset': 'small',
  'POST /auth/reset-password': 'small',
  'POST /token-access/request': 'small',
  'GET /token-access/validate': 'small',
  'POST /token-access/open': 'small',
  'GET /auth/me': 'small',
  'GET /user/profile': 'small',
  'POST /user/update-name': 'small',
  'POST /user/update-username': 'small',
  'GET /user/sessions': 'small',
  'POST /user/sessions/revoke-others': 'small',
  'GET /user/:id': 'small',
  'POST /event/:id/assign': 'small',
  'POST /event/:id/reassign': 'small',
  'POST /event/:id/remove': 'small',
  'POST /event/:id/grants': 'small',
  'GET /event/:id/group/:groupId/grants': 'small',
  'DELETE /event/:id/group/:groupId/grants/:grantId': 'small',
  'POST /event/with-group': 'list',
  'GET /event/mine': 'list',
  'GET /event/pending': 'list',
  'POST /event/:id/publish': 'small',
  'GET /event/:id': 'small',
  'PUT /event/:id': 'small',
  'DELETE /event/:id': 'small',
  'GET /group/mine': 'list',
  'GET /group/:id': 'list',
  'GET /group/:id/rsvps': 'list',
  'POST /group': 'small',
  'PUT /group/:id': 'small',
  'DELETE /group/:id': 'small',
  'PATCH /group/:id/settings': 'small',
  'POST /group/:id/roles': 'small',
  'PATCH /group/:id/roles/:name': 'small',
  'DELETE /group/:id/roles': 'small',
  'POST /org/mine': 'list',
  'POST /org': 'small',
  'GET /org/:id/members': 'list',
  'GET /org/:id/tier-limits': 'small',
  'GET /invitation': 'small',
  'POST /invitation': 'small',
  'POST /org/:id/invitation': 'small',
  'POST /org/:id/leave': 'small',
  'POST /member/:id/invite': 'small',
  'POST /member': 'small',
  'POST /member/bulk': 'small',
  'PATCH /member/remove-many': 'small',
  'GET /member/rolemap': 'list',
  'PATCH /member/:id/role': 'small',
  'GET /tier-limits': 'small',
  'GET /tier-limits/:userId': 'small',
  'GET /user/subscription': 'small',
  'POST /user/subscription': 'small',
  'POST /user/subscription/cancel': 'small',
  'POST /user/subscription/reactivate': 'small',
  'POST /user/subscription/change-plan': 'small',
  'GET /user/subscription/change-plan': 'small',
  'POST /user/subscription/portal': 'small',
  'GET /user/subscription/session': 'small',
  'GET /payment/group/:groupId': 'small',
  'POST /payment/group/:groupId/cancel': 'small',
  'POST /payment/group/:groupId/reactivate': 'small',
  'POST /payment/group/:groupId/portal': 'small',
  'POST /payment/checkout': 'small',
  'GET /rsvp/form/:groupId': 'small',
  'GET /rsvp/check': 'small',
  'GET /rsvp/check-email': 'small',
  'POST /rsvp/send-verification-code': 'small',
  'POST /rsvp/verify-code': 'small',
  'POST /rsvp/verify-link': 'small',
  'POST /rsvp/submit': 'small',
}

/** What makes the answer of a list longer; the test of growth has a thousand of them and more. */
export type Grows = 'events' | 'groups' | 'answers' | 'members'
/** For every call and room that is a list: what grows, or why nothing does. */
export const growth: Readonly<Record<string, Grows | { readonly none: string }>> = {
  'POST /event/with-group': { none: 'as long as what was sent' },
  'GET /event/mine': 'events',
  'GET /event/pending': { none: 'the newest twenty, whatever waits (tests/pending/)' },
  'GET /group/mine': 'groups',
  'GET /group/:id': 'answers',
  'GET /group/:id/rsvps': 'answers',
  'POST /org/mine': { none: 'organizations somebody has accepted, one by one' },
  'GET /org/:id/members': 'members',
  'GET /member/rolemap': { none: 'the same for everyone' },
  dashboard: 'events',
  org: 'members',
}

export const roomCosts: Readonly<Record<string, Kind>> = { group: 'small', form: 'small', dashboard: 'list', org: 'list', account: 'small' }

/** What is mounted besides the calls; each is in the test of long bodies too, and counts for its address. Sockets have tests of their own. */
export const otherSurfaces: readonly string[] = [
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /api/docs/open.js',
  'GET /api/docs/swagger-ui-bundle.js',
  'GET /api/docs/swagger-ui.css',
  'ALL /api/*',
  'GET /api/health',
  'GET /api/ready',
  'GET /api/metrics',
  'POST /api/payment/webhook',
  'GET /sandbox/checkout/:id',
  'POST /sandbox/checkout/:id',
  'GET /sandbox/billing/:token',
  'POST /sandbox/billing/:token',
  'GET /dev/ui',
  'ALL /dev/*',
  'ALL /api/dev/*',
  'GET /api/dev/outbox',
  'GET /dev/outbox',
  'GET /dev/emails',
  'GET /dev/emails/:name',
  'ALL /assets/*',
  'GET /assets/*',
  'GET /user-guide.pdf',
  'GET /favicon.svg',
  'GET /*',
]
