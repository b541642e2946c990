// Two windows on one group (R105, R106): what one organizer does stands in the activity of the other at once, and is put back in both.
import { test } from 'vitest'
import { assignApi } from '#protocol/seats/assign.ts'
import { button, openTab } from './acts.ts'
import { gone, openStage, seen, toastSays } from './kit.ts'
import { setPlan } from './plans.ts'
import { openSeed } from './seed.ts'

const stage = openStage()
const seed = openSeed(stage)

test('R105, R106 somebody is removed in one window, the other sees it, and undo puts them back in both', async () => {
  const olivia = await seed.host('olivia')
  await setPlan(stage.server, [olivia], 'team')
  const assignmentRules = { enableRoleAssignment: true }
  const held = await seed.event(olivia, [{ name: 'Speaker', max: 1 }], { assignmentRules })
  const body = { id: held.eventId, groupId: held.groupId, name: 'Ann', email: 'ann@guests.test', roleName: 'Speaker' }
  await seed.call(assignApi.assign, body, { authorization: `Bearer ${olivia.token}` })
  const [one, other] = [await stage.newPerson({ token: olivia.token }), await stage.newPerson({ token: olivia.token })]
  await one.open(`/event/${held.eventId}`)
  await other.open(`/group/${held.groupId}/activity`)
  await seen(other.page.getByText('gave Ann the role “Speaker”'))
  await other.shoot('60-activity')

  await openTab(one.page, 'Answers')
  const row = one.page.getByRole('row').filter({ hasText: 'ann@guests.test' })
  await row.getByRole('button', { name: /Select/ }).click()
  await button(one.page, 'Speaker').click()
  await button(one.page, 'Remove').click()
  await one.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await seen(one.page.getByText('“Speaker” removed from Ann'))
  await one.shoot('61-undo-toast')
  await seen(other.page.getByText('took the role “Speaker” from Ann'))

  await button(one.page, 'Undo').click()
  await toastSays(one.page, 'Undone')
  await seen(row.getByText('Speaker', { exact: true }))
  await seen(other.page.getByText('undid a change and gave Ann the role “Speaker”'))
  await gone(other.page.getByRole('button', { name: /^Undo: .*took the role/ }))
})
