// Who may do what of the operator's calls (R114): rows of the table of rights. To everybody but an operator who is logged in there is no such call.
import type { Tenant } from './rights-cast.ts'
import type { Outcome, Row } from './rights-table.ts'

type MakeRow = (door: Row['door'], on: Row['on'], input: Row['input'], rest: Outcome, outcomes: Row['outcomes']) => Row

export function operatorCalls(row: MakeRow): Readonly<Record<string, Row>> {
  const operating = (input: Row['input'] = () => ({}), outcome: Outcome = 'all') =>
    row('operator', ['free'], input, 'call-unknown', { [outcome]: { free: ['operator'] } })
  return {
    'GET /operator/state': operating(),
    'GET /operator/emails': operating(),
    'POST /operator/emails/:id/retry': operating(() => ({ id: 'a'.repeat(24) }), 'email-unknown'),
    'GET /operator/people': operating(),
    'POST /operator/people/:id/suspension': operating(({ userId: id }: Tenant) => ({ id, isSuspended: true })),
    'POST /operator/people/:id/plan': operating(({ userId: id }: Tenant) => ({ id, plan: 'team' })),
    'GET /operator/log': operating(),
  }
}
