// Long: one organizer's way at a phone's width and at a desk's, with a second window that watches.
// An event with several groups, as whoever runs it makes and arranges it.
import { beforeAll, expect, test } from 'vitest'
import { eventApi } from '#protocol/seats/event.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { button } from './acts.ts'
import { gone, openStage, type Person, seen, toastSays } from './kit.ts'
import { setPlan } from './plans.ts'
import { type Host, inDays, newName, openSeed, typedStart } from './seed.ts'
import { violationsOf } from './violations.ts'

const stage = openStage()
const { host, answer, call } = openSeed(stage)
let olivia: Host
beforeAll(async () => {
  olivia = await host()
  await setPlan(stage.server, [olivia], 'pro')
})

const table = [
  'Name\tStart\tEnd\tPlace\tRole\tSeats',
  'Door\t20:00\t22:00\tNorth gate\tGuard\t2',
  'Night\t22:00\t02:00\t\tGuard\tmany',
].join('\n')

/** Through the three steps of creation: two groups typed, one more out of a table. */
async function create({ page, open, shoot }: Person, name: string) {
  await open('/create')
  await page.getByLabel('Event name').fill(name)
  await page.getByLabel('Start').fill(typedStart(10))
  await button(page, 'Next').click()
  await seen(button(page, 'Speaker'))
  expect(
    await page
      .getByText(/\bgroups?\b/i)
      .filter({ visible: true })
      .count(),
  ).toBe(0) // no word of them yet
  await button(page, 'Guest').click()
  await button(page, 'Add a shift or session').click()
  await page.getByLabel('Group name').fill('Bar')
  await page.getByLabel('Times of its own').check()
  await button(page, '1 h later').click()
  await button(page, 'Paste a table').click()
  await page.getByLabel('Your table').fill(table)
  await button(page, 'Check the table').click()
  await seen(page.getByText('1 line needs a look'))
  await page.getByLabel('Seats, line 2').fill('3')
  await button(page, 'Leave out line 2').click()
  await button(page, 'Add 1 group').click()
  await seen(page.getByText('North gate'))
  await shoot(`several-create-${page.viewportSize()?.width}`)
  await button(page, 'Create event').click()
  await page.waitForURL('**/dashboard')
  await page.getByRole('link', { name, exact: true }).click()
  await page.waitForURL('**/event/*')
  await seen(page.getByRole('link', { name: 'Door' }))
}

/** The event whose page is open, and the id of one of its groups. */
async function heldAt({ page }: Person, name: string) {
  const href = (await page.getByRole('link', { name, exact: true }).getAttribute('href')) ?? ''
  return { eventId: page.url().split('/').at(-1)?.split('?')[0] ?? '', groupId: href.split('/').at(-1) ?? '', invitation: '' }
}

test.each([390, 1440])(
  'R140 at %i pixels an event with three groups is made, watched as a matrix, ordered, and one of them deleted',
  async (width) => {
    const person = await stage.newPerson({ width, height: 900, bypassCSP: true, token: olivia.token })
    const { page } = person
    await create(person, newName('Street fair '))
    const door = await heldAt(person, 'Door')

    // One link and one poster for all of it.
    const link = await page.getByLabel('Link for guests').inputValue()
    expect(link).toMatch(/\/e\/[A-Z2-9]{8}$/)
    await page.getByRole('link', { name: 'Poster' }).click()
    await seen(page.getByRole('article', { name: 'Poster' }).getByText(link.replace('http://', '')))
    await person.shoot(`several-poster-${width}`)
    await page.goBack()

    // Two windows see a seat being taken.
    const other = await person.openAnother(`/event/${door.eventId}?groups=matrix`)
    await page.getByRole('radio', { name: 'Matrix' }).check({ force: true })
    const doors = (at: typeof page) => at.getByRole('row', { name: /^Door/ }).getByText('1/2')
    await seen(page.getByRole('columnheader', { name: 'Guard' }))
    await answer(door, `Ann ${width}`, ['Guard'])
    await Promise.all([seen(doors(page)), seen(doors(other))])
    await person.shoot(`several-matrix-${width}`)
    expect(await violationsOf(page)).toEqual([])

    // Another order, and back.
    await page.getByRole('radio', { name: 'By day' }).check({ force: true })
    await button(page, 'Change order').click()
    await button(page, 'Move Door up').click()
    await toastSays(page, '“Door” is now 2 of 3')
    await button(page, 'Undo').click()
    await toastSays(page, 'Undone')
    await button(page, 'Done').click()

    // One more, as a copy, and back.
    await button(page, 'Options of Door').click()
    await page.getByRole('menuitem', { name: 'Make a copy' }).click()
    await page.getByLabel('Group name').fill('Late door')
    await button(page, '2 h later').click()
    await button(page, 'Add group').click()
    await Promise.all([seen(page.getByRole('link', { name: 'Late door' })), seen(other.getByRole('row', { name: /^Late door/ }))])
    await button(page, 'Undo').click()
    await gone(page.getByRole('link', { name: 'Late door' }))
    await gone(other.getByRole('row', { name: /^Late door/ }))

    // From board to board.
    await page.getByRole('link', { name: 'Bar', exact: true }).click()
    await page.getByRole('link', { name: 'Next group: Door' }).click()
    await seen(page.getByRole('heading', { level: 1, name: 'Door' }))
    await page.goBack()
    await page.goBack()

    // Deleting says beforehand what happens, and to whom.
    await button(page, 'Options of Door').click()
    await page.getByRole('menuitem', { name: 'Delete group' }).click()
    await seen(page.getByText(/^1 seat is taken in “Door”/))
    await button(page, 'Delete group').click()
    await gone(other.getByRole('row', { name: /^Door/ }))
    await button(page, 'Undo').click()
    await Promise.all([seen(page.getByRole('link', { name: 'Door' })), seen(doors(other))])

    // Who does what, by person.
    await page.getByRole('radio', { name: 'People' }).check({ force: true })
    await seen(page.getByRole('list', { name: 'Schedule per person' }).getByText('as Guard'))
    await person.shoot(`several-people-${width}`)
    await page.getByRole('radio', { name: 'By day' }).check({ force: true })

    await button(page, 'Options of Door').click()
    await page.getByRole('menuitem', { name: 'Delete group' }).click()
    await button(page, 'Delete group').click()
    await gone(page.getByRole('link', { name: 'Door' }))
    // While the dialog is open the link behind it is gone as well.
    const form = async () => (await fetch(`${stage.server.url}/api${rsvpApi.form.path.replace(':groupId', door.groupId)}`)).json()
    await expect.poll(form).toMatchObject({ status: 'cancelled' })
  },
)

/** Three shifts, the second of which overlaps the other two, in which roles are assigned; each is asked to take two. */
async function shifts(owner: Host) {
  await setPlan(stage.server, [owner], 'team')
  const at = (hours: number) => new Date(inDays(10).getTime() + hours * 3_600_000).toISOString()
  const group = (name: string, from: number) => ({ name, start: at(from), end: at(from + 2), roles: [{ name: 'Helper', max: 2 }] })
  const assignmentRules = { enableRoleAssignment: true, enableRoleSelfSelect: false }
  const { body } = await call(
    eventApi.createWithGroup,
    {
      event: { name: 'Quay fair', start: at(0), end: at(6), timeZone: 'Europe/Berlin', minGroups: 2, assignmentRules },
      groups: [group('Bar', 0), group('Door', 1), group('Stage', 3)],
    },
    { authorization: `Bearer ${owner.token}`, 'idempotency-key': newName('shifts') },
  )
  return { eventId: body.event._id, ids: body.groups.map(({ _id }) => _id) }
}

test('R147 R148 R141 an organizer assigns into an overlap after being asked, both answers say so, and who has fewer is marked', async () => {
  const owner = await host()
  const { eventId, ids } = await shifts(owner)
  const person = await stage.newPerson({ width: 390, height: 844, bypassCSP: true, token: owner.token })
  const { page, open, shoot } = person
  person.expects(/409/)
  const assignIn = async (nth: number, name: string) => {
    await open(`/group/${ids[nth]}`)
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Email', { exact: true }).fill(`${name.toLowerCase()}@guests.test`)
    await page.getByLabel('Role', { exact: true }).selectOption({ index: 1 })
    await button(page, 'Assign Role').click()
  }
  await assignIn(0, 'Ben')
  await toastSays(page, 'Role assigned successfully!')
  await assignIn(1, 'Ben')
  const dialog = page.getByRole('dialog')
  await seen(dialog.getByText('Give Ben this seat anyway?'))
  await seen(dialog.getByText(/too close in time for one person/))
  await shoot('despite-390')
  expect(await violationsOf(page)).toEqual([])
  await button(page, 'Give the seat').click()
  await toastSays(page, 'Role assigned successfully!')
  await open(`/group/${ids[1]}?tab=answers`)
  await seen(page.getByText(/^also Bar /))
  await shoot('despite-row-390')
  await open(`/group/${ids[0]}?tab=answers`)
  await seen(page.getByText(/^also Door /))
  await assignIn(2, 'Cy')
  await toastSays(page, 'Role assigned successfully!')
  await open(`/event/${eventId}?groups=people`)
  await seen(page.getByText('1 person took fewer groups than you asked for.'))
  await seen(page.getByText('Fewer than 2 groups'))
  await shoot('several-people-390')
  expect(await violationsOf(page)).toEqual([])
  await open(`/event/${eventId}/edit`)
  await button(page, 'Next').click()
  await expect.poll(() => page.getByLabel('Ask each person to take').inputValue()).toBe('2')
  await shoot('several-rules-390')
  expect(await violationsOf(page)).toEqual([])
})

test('R141a R97j R101g a group is closed in its form; a message and an invitation go to several at once', async () => {
  const owner = await host()
  const { ids } = await shifts(owner)
  const { page, open, shoot } = await stage.newPerson({ width: 768, height: 1024, bypassCSP: true, token: owner.token })
  await open(`/group/${ids[0]}/edit`)
  await page.getByLabel('Answers close').fill(typedStart(5))
  await shoot('answer-times-768')
  expect(await violationsOf(page)).toEqual([])
  await button(page, 'Update Group').click()
  await page.waitForURL(`**/group/${ids[0]}`)
  await open(`/group/${ids[0]}/invite`)
  await button(page, 'All groups').click()
  await page.getByRole('textbox').first().fill('ann@guests.test')
  await shoot('invite-several-768')
  expect(await violationsOf(page)).toEqual([])
  await open(`/group/${ids[0]}/messages`)
  await page.getByRole('group', { name: 'Also in these groups' }).getByLabel('Stage').check()
  await shoot('message-several-768')
  expect(await violationsOf(page)).toEqual([])
})
