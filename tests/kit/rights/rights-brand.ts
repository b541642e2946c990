// Who may do what with brands and faces (R212, R219, R220, R224): rows of the rights table.
import { dot } from '../pictures/dot.ts'
import type { Tenant } from './rights-cast.ts'
import { byAdmins, mere, ofOrg, operating, org, type Row, self } from './rights-rows.ts'

export const brandCalls: Readonly<Record<string, Row>> = {
  'GET /brand': self('account'),
  'GET /brand · of an organization': ofOrg(({ orgId }) => ({ orgId }), byAdmins),
  'PUT /brand': self('account', { name: 'Harbor', accent: '#aa3355' }, 'brand-plan-needed', { own: { free: ['creatorTeam', 'owner'] } }),
  'PUT /brand · of an organization': ofOrg(({ orgId }) => ({ orgId, name: 'Harbor', accent: '#aa3355' }), byAdmins),
  'PUT /brand/logo': self('account', { bytes: dot }, 'brand-plan-needed', { 'brand-first': { free: ['creatorTeam', 'owner'] } }),
  'PUT /brand/logo · of an organization': ofOrg(({ orgId }) => ({ orgId, bytes: dot }), {
    'brand-first': { org },
    'member-rights': { org: mere },
  }),
  'DELETE /brand/logo': self('account'),
  'DELETE /brand/logo · of an organization': ofOrg(({ orgId }) => ({ orgId }), byAdmins),
  'POST /brand/undo': self('account', { act: '0123456789abcdef01234567' }, 'activity-unknown'),
  'POST /brand/undo · of an organization': ofOrg(({ orgId }) => ({ orgId, act: '0123456789abcdef01234567' }), {
    'activity-unknown': { org },
    'member-rights': { org: mere },
  }),
  'PUT /user/photo': self('account', { bytes: dot }),
  'DELETE /user/photo': self('account'),
  'POST /user/photo/undo': self('account', { act: '0123456789abcdef01234567' }, 'activity-unknown'),
  'GET /operator/people/:id/photos': operating(({ userId: id }: Tenant) => ({ id })),
  'DELETE /operator/people/:id/photo': operating(({ userId: id }: Tenant) => ({ id }), 'photo-unknown'),
  'DELETE /operator/events/:id/photo': operating(({ eventId: id }: Tenant) => ({ id }), 'photo-unknown'),
  'DELETE /operator/people/:id/brand': operating(({ userId: id }: Tenant) => ({ id }), 'brand-unknown'),
  'DELETE /operator/organizations/:id/brand': operating(({ orgId: id }: Tenant) => ({ id }), 'org-unknown'),
}
