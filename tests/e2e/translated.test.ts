// Long: whole pages are translated while others answer.
// R230: the browser's translation on the invitation and the board, while others answer: numbers stay right, and no press ends the page.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { translate } from '../kit/world/translate.ts'
import { attend, button, openTab, role, roleSays } from './acts.ts'
import { gone, openStage, seen } from './kit.ts'
import { openSeed } from './seed.ts'

const stage = openStage()
const { host, event, answer } = openSeed(stage)

/** As the browser does; what comes later it translates as well. */
async function translated(page: Page) {
  const texts: number = await page.evaluate(`(${translate.toString()})(document.body)`)
  expect(texts).toBeGreaterThan(5)
}

test('R230 an invitee reads the page in another language, and answers in it', async () => {
  const held = await event(await host(), [{ name: 'Guest', max: 12 }])
  const ann = await stage.newPerson({ width: 390, height: 844 })
  const { page } = ann
  await ann.open(held.invitation)
  await attend(ann, 'Yes')
  await translated(page)
  for (const left of [11, 10, 9]) {
    await answer(held, `Seat ${left}`, ['Guest'])
    await seen(roleSays(page, 'Guest', `${left} of 12 left`))
    await translated(page)
  }
  await role(page, 'Guest').check()
  await page.getByLabel('Email').fill('ann@guests.test')
  await page.getByLabel('Name').fill('Ann')
  await button(page, 'Verify your email').click()
  await seen(page.getByLabel('Verification code'))
  await translated(page)
  await seen(page.getByText(/^Resend in 2\d s$/))
  await page.getByLabel('Verification code').fill(await stage.mailbox.code('ann@guests.test'))
  await seen(page.getByRole('checkbox', { name: 'Guest' }).or(page.getByText(/You’re (expected|coming)/)))
})

test('R230 an organizer reads the board in another language, filters it and follows who answers', async () => {
  const olivia = await host()
  const held = await event(olivia, [{ name: 'Guest', max: 12 }])
  const { page, ...owner } = await stage.newPerson({ token: olivia.token, width: 1440 })
  for (const name of ['Ann', 'Ben']) await answer(held, name, ['Guest'])
  await owner.open(`/group/${held.groupId}`)
  await seen(page.getByText('2 of 12'))
  await translated(page)
  await answer(held, 'Cara', ['Guest'])
  await seen(page.getByText('3 of 12'))
  await gone(page.getByText('2 of 12'))
  await openTab(page, 'Answers')
  await seen(page.getByText('Cara'))
  await translated(page)
  const search = page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /Search|Find/ }))
    .first()
  await search.fill('Ben')
  await gone(page.getByText('Cara'))
  await translated(page)
  await search.fill('')
  await answer(held, 'Dora', ['Guest'])
  await seen(page.getByText('Dora'))
  await openTab(page, 'Settings')
  await openTab(page, 'Roles')
  await seen(page.getByText('4 of 12'))
})
