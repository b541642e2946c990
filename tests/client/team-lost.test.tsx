// R205: a right of the team that ends while somebody writes: the screen says so, and gives back what was typed.
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { InvitePage } from '#client/group/invite-page.tsx'
import { clearDraft, setDraft } from '#client/invitation/draft.ts'
import { addEntries } from '#client/invitation/rows.ts'
import { keepLogin } from '#client/lib/session.ts'
import { MessagesPage } from '#client/message/messages-page.tsx'
import { comes } from '../kit/world/pace.ts'
import { aUser, groupId } from './event-fixtures.ts'
import { filled, forgetGroups, pageOf, publicOf } from './group-fixtures.ts'
import { liveForAll } from './group-live.ts'
import { newToken, serve, settle, showAt, text, type } from './page-kit.tsx'

const live = await liveForAll()
const room = `group:${groupId}`
const message = 'Please bring a cup.'

const screens = {
  messages: {
    page: <MessagesPage />,
    write: async () => {
      await comes(async () => {
        await settle()
        expect(document.querySelector('textarea')).not.toBeNull()
      })
      await type('Message', message)
    },
  },
  invite: {
    page: <InvitePage />,
    write: () =>
      act(async () => setDraft(groupId, { rows: addEntries([], [{ email: 'gil@guests.test', name: 'Gil', roles: [] }]), message })),
  },
}
type Screen = keyof typeof screens

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', undefined)
  keepLogin(newToken(), aUser)
  window.sessionStorage.clear()
  clearDraft(groupId)
  forgetGroups()
})

/** A messenger's or a manager's page; then their right ends, as the socket says it. */
async function ends(screen: Screen, canManage: boolean, isTyped: boolean) {
  const group = filled()
  let isOver = false
  serve(({ method, path }) => {
    if (method !== 'GET' || path !== `/group/${groupId}`) return undefined
    if (!isOver) return { body: pageOf(group, { canManage, canAssign: canManage, role: canManage ? 'manager' : 'messenger' }) }
    return { body: { ...pageOf(group, { canManage: false, canAssign: false }), group: publicOf(group) } }
  })
  const watched: string[] = []
  live.answerWatch((at) => {
    watched.push(at)
    return at === room && !isOver ? { view: group } : undefined
  })
  await showAt(`/group/:groupId/${screen}`, screens[screen].page, `/group/${groupId}/${screen}`)
  await settle()
  await comes(() => expect(watched).toContain(room))
  if (isTyped) await screens[screen].write()
  isOver = true
  await act(async () => {
    live.say('gone', room)
    await live.heard()
  })
  await comes(async () => {
    await settle()
    expect(text()).toMatch(/no longer be sent|You do not have access to this/)
  })
}

const cases = (['messages', 'invite'] as const).flatMap((screen) => [true, false].map((manages) => [screen, manages] as const))

test.each(cases)('R205 what was typed on the page %s (manager: %s) is said to be lost, and can be copied', async (screen, manages) => {
  await ends(screen, manages, true)
  expect(text()).toContain('can no longer be sent.')
  expect(text()).toContain(message)
  expect(text().includes('Gil <gil@guests.test>')).toBe(screen === 'invite')
  expect(text()).toContain('Copy what I typed')
})

test.each(cases)('R205 where nothing was typed on the page %s (manager: %s), it says that there is no access', async (screen, manages) => {
  await ends(screen, manages, false)
  expect(text()).toContain('You do not have access to this')
})

test('R205 what lies in the tab is shown to nobody but whose page was open', async () => {
  await ends('invite', false, true)
  expect(text()).toContain(message)
  await act(async () => keepLogin(newToken(), { ...aUser, _id: 'e'.repeat(24) }))
  await comes(async () => {
    await settle()
    expect(text()).toContain('You do not have access to this')
  })
  expect(text()).not.toContain(message)
})
