// Long: a curve drawn live, in numbers, on paper and in little, on three screens.
// The fill curve in a browser: drawn on the board, live, in numbers, on paper, and in little on the dashboard.
import { expect, test } from 'vitest'
import { grown } from '#server/record/rules/history.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { type History, histories } from '#server/seats/model/history.ts'
import { openStore } from '#tests/kit/process/seed.ts'
import { openStage, screens, seen } from './kit.ts'
import { setPlan } from './plans.ts'
import { type Held, openSeed } from './seed.ts'

const stage = openStage()
const { host, event, answer } = openSeed(stage)
const dayMs = 86_400_000

/** Keeps a month of answers for a group, as if the server had written them as they came. */
async function keepMonth({ groupId }: Held) {
  await stage.server.kill()
  const store = await openStore(stage.server.folder)
  const group = (await store.get(groups, groupId)) as Group
  const before = await store.get(histories, groupId)
  const [speaker, cook, guest] = group.roles
  if (!speaker || !cook || !guest) throw new Error('three roles')
  const taken = (role: typeof speaker, count: number, max: number) => ({ ...role, max, counts: { ...role.counts, yesNotConfirmed: count } })
  const now = Date.now()
  let history: Parameters<typeof grown>[0]
  for (let nth = 0; nth <= 60; nth++) {
    const part = nth / 60
    const roles = [
      taken(speaker, Math.min(2, Math.floor(part * 5)), 2),
      taken(cook, nth > 45 ? 0 : Math.floor(part * 4), 4),
      taken(guest, Math.floor(4 * part ** 1.6), nth > 25 ? 9 : 5),
    ]
    const minute = Math.floor((now - dayMs * 24 * (1 - part) - 120_000) / 60_000)
    history = grown(history, {
      minute,
      group: { _id: groupId, rev: 1, roles, answers: { yes: Math.floor(part * 6), no: 0, none: 0 } },
    })
    history = { ...history, groupRev: 0 }
  }
  const put = { ...(history as History), rev: (before?.rev ?? 0) + 1, groupRev: 0 }
  await store.commit([{ collection: histories, put, expectedRev: before?.rev ?? 0 }])
  await store.close()
  await stage.server.restart()
}

test('R109 the board draws the curve, which grows by itself, says the same in numbers and on paper; a card has it in little', async () => {
  const olivia = await host()
  await setPlan(stage.server, [olivia], 'pro')
  const roles = [
    { name: 'Speaker', max: 2 },
    { name: 'Cook', max: 4 },
    { name: 'Guest', max: 9 },
  ]
  const held = await event(olivia, roles)
  for (const name of ['Ann Archer', 'Ben Bold']) await answer(held, name, ['Speaker'])
  for (const name of ['Cy Cole', 'Di Dune', 'Ed Elm', 'Flo Fay']) await answer(held, name, ['Guest'])
  await keepMonth(held)
  for (const [width, colorScheme] of screens) {
    const person = await stage.newPerson({ width, colorScheme, token: olivia.token })
    await person.open(`/event/${held.eventId}`)
    const chart = person.page.getByRole('img', { name: /Seats taken over time/ })
    await seen(chart)
    await seen(person.page.getByText(/Speaker full since/))
    await expect.poll(() => chart.locator('canvas').count()).toBe(1)
    await chart.scrollIntoViewIfNeeded()
    await person.shoot(`history-${width}-${colorScheme}`)
    await person.open('/dashboard')
    await seen(person.page.getByRole('img', { name: /Seats taken since/ }))
    await person.shoot(`history-card-${width}-${colorScheme}`)
    await person.context.close()
  }
  const person = await stage.newPerson({ width: 1440, colorScheme: 'dark', token: olivia.token })
  const { page } = person
  await person.open(`/event/${held.eventId}`)
  const chart = page.getByRole('img', { name: /Guest 4 of 9/ })
  await seen(chart)
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await answer(held, 'Gus Gale', ['Guest'])
  await page.getByRole('img', { name: /Guest 5 of 9/ }).waitFor()
  expect(calls.filter((path) => path.endsWith('/history'))).toEqual([])
  await page.getByText('As a table').click()
  await seen(page.getByRole('row', { name: /5 of 9/ }).first())
  await page.getByRole('list', { name: 'Roles in the chart' }).getByRole('button', { name: 'Speaker' }).click()
  await expect.poll(() => page.getByRole('img', { name: /over time.*Speaker/ }).count()).toBe(0)
  await person.shoot('history-table')
  await page.emulateMedia({ media: 'print' })
  await person.shoot('history-print')
})
