// The group's forms: creating, updating, two people at once, deleting.
import { screen, within } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { Route } from 'wouter'
import { GroupCreatePage } from '#client/group/settings/create-page.tsx'
import { GroupEditPage } from '#client/group/settings/edit-page.tsx'
import { keepOrganizerToken } from '#client/lib/session.ts'
import { putGroup } from '#client/records/groups.ts'
import { groupId } from './event-fixtures.ts'
import { filled, forgetGroups, pageOf, speakerId } from './group-fixtures.ts'
import { liveForAll } from './group-live.ts'
import { type Answer, button, field, freeLimits, heading, leave, newToken, press, serve, settle, show, text, type } from './page-kit.tsx'

const page = (
  <Route path="/group/:groupId/edit">
    <GroupEditPage />
  </Route>
)
const open = async (group = filled(), answers: ReturnType<Answer>[] = []) => {
  const asked = serve(({ method }) => (method === 'GET' ? { body: pageOf(group) } : answers.shift()))
  const shown = await show(page, `/group/${groupId}/edit`)
  await settle()
  return { ...shown, writes: () => asked.filter((one) => one.method !== 'GET') }
}
const changed = (part: Parameters<typeof filled>[0]) => filled({ rev: 7, settingsRev: 2, ...part })

const live = await liveForAll()
beforeEach(() => keepOrganizerToken(newToken()))

describe('creating', () => {
  const create = async (answer: ReturnType<Answer>) => {
    const asked = serve((one) => freeLimits(one) ?? (one.method === 'POST' ? answer : undefined))
    const shown = await show(<GroupCreatePage />, '/createGroup')
    await settle()
    return { ...shown, posts: () => asked.filter((one) => one.method === 'POST') }
  }

  it('R26, R89, R91, R94: preselects Open Event, sends the group with a key, and goes to its page', async () => {
    const { at, posts } = await create({ body: { groupId, group: filled({ eventId: null }) } })
    await type('Group name', 'Book club')
    await press('Add Role')
    await type('Role 1 name', 'Reader')
    await act(async () => [...document.querySelectorAll<HTMLInputElement>('[role=switch]')].at(-1)?.click())
    await press('Create Group')
    expect(posts()[0]?.body).toEqual({
      name: 'Book club',
      description: '',
      displayRSVPToAll: true,
      limitToMembers: false,
      waitlist: true,
      waitlistCutoffHours: 24,
      maxCompanions: 0,
      handOver: false,
      roles: [{ name: 'Reader', max: 1 }],
    })
    expect(posts()[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
    expect(at()).toBe(`/group/${groupId}`)
  })

  it('keeps what was typed when it fails', async () => {
    await create({ status: 500, body: {} })
    await type('Group name', 'Book club')
    await press('Create Group')
    expect(text()).toContain('Failed to create group')
    expect(field('Group name').value).toBe('Book club')
  })

  it('marks duplicate names at once, and does not send them', async () => {
    const { posts } = await create(undefined)
    await press('Add Role')
    await press('Add Role')
    await type('Role 1 name', 'Reader')
    await type('Role 2 name', ' READER')
    expect(text().split('Role names must be unique.')).toHaveLength(3)
    await press('Create Group')
    expect(text()).toContain('Please resolve duplicate role names before submitting.')
    await type('Role 2 name', '  ')
    await press('Create Group')
    expect(text()).toContain('Role name is required')
    expect(posts()).toEqual([])
  })

  it('Enter in a role adds the next, up to what the plan allows', async () => {
    await create(undefined)
    await press('Add Role')
    for (const [index, name] of ['One', 'Two', 'Three'].entries()) {
      await type(`Role ${index + 1} name`, name)
      await act(async () => field(`Role ${index + 1} name`).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
    }
    expect(document.querySelectorAll('[data-role-name]')).toHaveLength(3)
    expect(text()).toContain('Role limit reached (3 roles allowed). Upgrade your plan for more roles.')
    expect(button('Add Role').disabled).toBe(true)
  })
})

describe("'Update Group'", () => {
  it('sends what was changed with its settingsRev, and goes to the group', async () => {
    const { at, writes } = await open(filled(), [{ body: { group: changed({ name: 'Readers' }) } }])
    expect(heading(1)).toBe('Update Group')
    await type('Group name', 'Readers')
    await press('Update Group')
    expect(writes()[0]).toMatchObject({ method: 'PUT', path: `/group/${groupId}`, body: { settingsRev: 1, name: 'Readers' } })
    expect(at()).toBe(`/group/${groupId}`)
  })

  it('R8: a role with taken seats cannot be left out here, nor lowered under them', async () => {
    await open()
    expect(button('Remove Speaker').disabled).toBe(true)
    expect(button('Remove Host').disabled).toBe(false)
    expect(field('Seats for Speaker').getAttribute('aria-valuemin')).toBe('2')
    const most = field('Seats for Speaker').getAttribute('aria-valuemax') ?? ''
    await type('Seats for Speaker', most)
    expect(text()).toContain(`${most} is the plan’s limit`)
  })

  it('R107: answers that come in meanwhile are no conflict', async () => {
    const { writes } = await open(filled(), [{ body: { group: changed({ rev: 8 }) } }])
    await type('Description', 'Tea')
    await act(async () => putGroup(filled({ rev: 7, answers: { yes: 9, no: 0, none: 0 } })))
    expect(text()).not.toContain('Someone else changed this')
    await press('Update Group')
    expect(writes().map((one) => one.body)).toEqual([{ settingsRev: 1, description: 'Tea' }])
  })

  const stale = (present: object, more: object = {}) => ({
    status: 409,
    body: { error: 'Someone else changed this in the meantime.', code: 'stale-rev', present, ...more },
  })
  const overtaken = 'Someone else changed this in the meantime.'
  const legends = () => screen.getAllByRole('group').map((one) => one.querySelector('legend')?.textContent)
  const choose = (label: string, version: RegExp) =>
    act(async () =>
      within(screen.getByRole('group', { name: label }))
        .getByRole('radio', { name: version })
        .click(),
    )

  it('R107: a save that came too late takes over what only others changed, without a question', async () => {
    const { writes, at } = await open(filled(), [
      stale(changed({ name: 'Theirs' })),
      { body: { group: changed({ rev: 8, settingsRev: 3 }) } },
    ])
    await type('Description', 'Tea')
    await press('Update Group')
    await settle()
    expect(writes().map(({ body }) => body)).toEqual([
      { settingsRev: 1, description: 'Tea' },
      { settingsRev: 2, description: 'Tea' },
    ])
    expect(at()).toBe(`/group/${groupId}`)
  })

  it('R107: a change by someone else is told live, and what was typed stays; on saving it asks where both changed the same', async () => {
    const talker = filled().roles.map((role) => (role._id === speakerId ? { ...role, name: 'Talker', max: 9 } : role))
    const theirs = changed({ name: 'Theirs', description: 'Soup', roles: talker })
    const saved = { body: { group: changed({ rev: 8, settingsRev: 3 }) } }
    const { writes } = await open(filled(), [stale(theirs, { by: { _id: 'b', name: 'Bea' } }), saved])
    await type('Group name', 'Mine')
    await press('Seats for Speaker: one more')
    await press('Minimum for Speaker: one more')
    await act(async () => putGroup(theirs))
    expect(text()).toContain(overtaken)
    expect(field('Group name').value).toBe('Mine')
    await press('Update Group')
    await settle()
    expect(screen.getByRole('dialog').textContent).toContain('last saved by Bea')
    expect(legends().filter((one) => one === 'Name' || one?.startsWith('Role'))).toEqual(['Name', 'Role “Speaker”: seats'])
    await choose('Name', /Theirs/)
    await choose('Role “Speaker”: seats', /Yours/)
    await press('Save my choices')
    await settle()
    const [sent] = writes().slice(-1) as { body: { roles: { _id: string }[] } }[]
    expect(sent?.body).toMatchObject({ settingsRev: 2 })
    expect(sent?.body).not.toHaveProperty('name')
    expect(sent?.body.roles.find(({ _id }) => _id === speakerId)).toEqual({ _id: speakerId, name: 'Talker', max: 4, min: 1 })
  })

  it('R107c, R64: when the right ends while one types it says so, and what was changed can be copied; who changed nothing sees the usual page', async () => {
    for (const isTyped of [true, false]) {
      let isOver = false
      live.answerWatch(() => (isOver ? { error: 'You do not have access to this.', code: 'not-yours' } : undefined))
      await open()
      if (isTyped) await type('Description', 'Tea at five')
      isOver = true
      live.say('gone', `group:${groupId}`)
      await expect.poll(text).toContain(isTyped ? 'This group can no longer be saved.' : 'You do not have access to this.')
      expect(text().includes('DescriptionTea at five')).toBe(isTyped)
      await leave()
      forgetGroups()
      live.answerWatch(() => undefined)
    }
  })

  it('R57: deletes a group that stands alone, after asking', async () => {
    const { at, writes } = await open(filled({ eventId: null }), [{ status: 500, body: {} }, { body: { success: true } }])
    await press('Delete group')
    expect(text()).toContain('Delete this group?')
    const confirm = () => press('Delete', screen.getByRole('dialog'))
    await confirm()
    expect(text()).toContain('Failed to delete group')
    await press('Delete group')
    await confirm()
    expect(writes().map((one) => `${one.method} ${one.path}`)).toEqual(Array(2).fill(`DELETE /group/${groupId}`))
    expect(at()).toBe('/dashboard')
  })
})
