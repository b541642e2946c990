// Whose members somebody with a permission is offered: those of the organization the group names by its id, whatever it is called.
import { expect, it } from 'vitest'
import { type Assigning, useAssigning } from '#client/assign/use-assigning.ts'
import type { PublicEvent } from '#protocol/seats/event.ts'
import { aGroup, anEvent } from './event-fixtures.ts'
import { leave, serve, show } from './page-kit.tsx'

const [ownerOrgId, attendingId] = ['c'.repeat(24), 'd'.repeat(24)]

const event: PublicEvent = { ...anEvent(), organizer: 'Choir', status: 'active', enableRoleSelfSelect: false }
const group = aGroup({ ownerOrgId, attendingOrgIds: [attendingId] })
const seen: Assigning[] = []
function Probe() {
  seen.push(useAssigning(group, event, { canManage: false, canAssign: true }))
  return null
}

it('R39 the organization is the one of the group, not one of its name', async () => {
  const asked = serve(() => undefined)
  await show(<Probe />)
  expect(seen.at(-1)).toMatchObject({ is: 'on', place: { orgIds: [ownerOrgId, attendingId] }, ownerOrgId: null })
  expect(asked.filter(({ path }) => path === '/org/mine')).toEqual([])
  await leave()
})
