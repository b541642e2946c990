// Opens every second dialog of the product at three sizes and in three looks: two test files share the work.
import { beforeAll, expect, test } from 'vitest'
import { timeoutMs } from '../../kit/world/pace.ts'
import { gone, openStage, seen } from '../kit.ts'
import { startServer } from '../server.ts'
import { faultsOf, isFocusIn, keptTyped, looks, typeIn } from './checks.ts'
import { openBy, rows } from './rows.ts'
import { openWorld, operatorEmail, type World } from './world.ts'

export function openHalf(half: 0 | 1) {
  const stage = openStage(() => startServer({ ADMIN_EMAILS: operatorEmail }))
  let world: World
  beforeAll(async () => {
    world = await openWorld(stage)
  })
  const some = Object.entries(rows).filter((_, nth) => nth % 2 === half)

  test.each(some)(
    'R248, R248a, R248b %s: all of it is reached at every size, Back keeps what was typed, Escape closes it and gives the focus back',
    async (_, row) => {
      const person = await stage.newPerson({ width: 1280, height: 900, reducedMotion: 'reduce', ...(row.as && { token: row.as(world) }) })
      const { page } = person
      if (row.expects) person.expects(row.expects)
      await person.open(await row.path(world))
      await row.first?.(person, world)
      await openBy(page, row)
      const dialog = page.locator(':is([role=dialog], [role=alertdialog])[data-state=open]').last()
      await seen(dialog)
      const found = (await isFocusIn(dialog)) ? [] : ['it has no focus']
      for (const look of looks) {
        await page.setViewportSize(look)
        await page.emulateMedia(look)
        found.push(...(await faultsOf(dialog)).map((fault) => `${look.width} x ${look.height}: ${fault}`))
      }
      expect(found).toEqual([])

      await page.setViewportSize({ width: 1280, height: 900 })
      const address = page.url()
      const typed = await typeIn(dialog)
      await page.goBack()
      await gone(dialog)
      expect(page.url()).toBe(address)
      await openBy(page, row)
      await seen(dialog)
      await expect.poll(() => keptTyped(dialog), { timeout: timeoutMs }).toEqual(typed)
      await page.keyboard.press('Escape')
      await gone(dialog)
      expect(page.url()).toBe(address)
      await expect.poll(() => page.evaluate(() => document.activeElement?.localName), { timeout: timeoutMs }).not.toBe('body')
    },
  )
}
