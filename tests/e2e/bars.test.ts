// Long: every screen of the product, and what comes over it, on the lowest window.
// R248: what stays in sight while one scrolls (heads, bars, toasts, notices) takes at most half of the height at 320 x 256.
import { expect, test } from 'vitest'
import { barsIn } from '../structure/bars.ts'
import { ownSources } from '../structure/source.ts'
import { button } from './acts.ts'
import { lookOver } from './bars/look.ts'
import { screensWithBars } from './bars/screens.ts'
import { operatorEmail as dialogsOperator, openWorld } from './dialogs/world.ts'
import { openStage, type Person, seen } from './kit.ts'
import { visitNewcomerPages } from './newcomer-pages.ts'
import { operatorEmail, visitInviteePages, visitOpenPages, visitOperatorPages, visitOrganizerPages } from './pages-seen.ts'
import { startServer } from './server.ts'

const stage = openStage(() => startServer({ ADMIN_EMAILS: `${operatorEmail}, ${dialogsOperator}` }))
const bars = ownSources().flatMap(barsIn)
const low = { width: 320, height: 256 }

/** Which of the bars have been on a screen. */
const met = new Set<number>()
async function faultOf({ page }: Person, name: string): Promise<string[]> {
  const before = page.viewportSize() ?? low
  await page.setViewportSize(low)
  const { covered, by, here } = await page.evaluate(
    lookOver,
    bars.map(({ classes }) => classes),
  )
  for (const one of here) met.add(one)
  await page.setViewportSize(before)
  return covered > low.height / 2 ? [`${name}: ${covered} px by ${by.join(', ')}`] : []
}

test.each([
  ['that somebody new comes to', visitNewcomerPages],
  ['that anyone can open', visitOpenPages],
  ['of organizers', visitOrganizerPages],
  ['of invitees', visitInviteePages],
  ['of operators', visitOperatorPages],
])('R248 on no page %s do bars take more than half of the height', async (_, visit) => {
  const found: string[] = []
  await visit(stage, { width: 390, height: 844, reducedMotion: 'reduce' }, async (person, name) => {
    found.push(...(await faultOf(person, name)))
  })
  expect(found).toEqual([])
})

test('R248 nor do those that come by what one does, each by itself and with a toast, offline', async () => {
  const world = await openWorld(stage)
  const found: string[] = []
  for (const { name, as, path, act, isStill } of screensWithBars) {
    const person = await stage.newPerson({ ...low, reducedMotion: 'reduce', ...(as && { token: as(world) }) })
    person.expects(/ERR_INTERNET_DISCONNECTED|WebSocket|status of 40/)
    await person.open(await path(world))
    await act(person, world)
    found.push(...(await faultOf(person, name)))
    if (isStill) continue
    await person.context.setOffline(true)
    await seen(person.page.getByText(/offline/i))
    found.push(...(await faultOf(person, `${name}, offline`)))
    await person.context.setOffline(false)
  }
  expect(found).toEqual([])
})

test('R248 each bar that the sources have was on one of these screens', () => {
  expect(bars.length).toBeGreaterThan(10)
  expect(bars.filter((_, at) => !met.has(at)).map(({ file, classes }) => `${file}: ${classes.join(' ')}`)).toEqual([])
})

test('R248 control: bars that stick on a low screen as they do on a high one are found', async () => {
  const person = await stage.newPerson(low)
  await person.open('/create')
  await seen(button(person.page, 'Next'))
  expect(await faultOf(person, '/create')).toEqual([])
  await person.page.addStyleTag({ content: '.low\\:static { position: sticky !important; min-height: 70px }' })
  expect(await faultOf(person, '/create')).toHaveLength(1)
})
