// Long: four invitations on every screen, light and dark, each looked through by axe-core.
import { expect, test } from 'vitest'
import { openStage, screens } from './kit.ts'
import { setPlan } from './plans.ts'
import { openSeed } from './seed.ts'
import { violationsOf } from './violations.ts'

const stage = openStage()
const { host, event } = openSeed(stage)
const roles = [
  { name: 'Speaker', max: 3 },
  { name: 'Guest', max: 12 },
]

const faces = [
  ['many', { name: 'Summer school' }, Array.from({ length: 12 }, (_, n) => ({ name: `Role ${n + 1}`, max: n + 1 }))],
  ['long', { name: 'The yearly meeting of everybody '.repeat(4).slice(0, 120).trim() }, roles],
  ['arabic', { name: 'حفل عشاء الجمعية السنوي مع الضيوف' }, [{ name: 'متحدث', max: 3 }]],
  ['japanese', { name: '東京もくもく会とハッカソン、年末の大忘年会へようこそ' }, [{ name: '司会', max: 3 }]],
] as const

test('R82 many roles, long titles and other scripts fit every screen, light and dark, with no fault that axe finds', async () => {
  const owner = await host()
  await setPlan(stage.server, [owner], 'team')
  for (const [name, more, given] of faces) {
    const { invitation } = await event(owner, [...given], { ...more, assignmentRules: { enableRoleSelfSelect: true } })
    for (const [width, colorScheme] of screens) {
      const one = await stage.newPerson({ width, colorScheme, bypassCSP: true })
      await one.open(invitation)
      await one.page.waitForFunction(() => performance.getEntriesByName('answerable').length > 0)
      expect(await one.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
      expect(await violationsOf(one.page)).toEqual([])
      await one.page.emulateMedia({ colorScheme })
      await one.shoot(`60-first-sight-${name}-${width}-${colorScheme}`)
      await one.context.close()
    }
  }
})
