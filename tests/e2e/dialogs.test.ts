// Long: every dialog of the product, opened at three sizes and in three looks.
// Whoever stands before a dialog, on a low screen, a phone or a laptop, reaches all of it, and comes out of it as they mean to (R248).
import { beforeAll, expect, test } from 'vitest'
import { faultsOf, keptTyped, looks, typeIn } from './dialogs/checks.ts'
import { openBy, rows } from './dialogs/rows.ts'
import { openWorld, operatorEmail, type World } from './dialogs/world.ts'
import { gone, openStage, seen } from './kit.ts'
import { startServer } from './server.ts'

const stage = openStage(() => startServer({ ADMIN_EMAILS: operatorEmail }))
let world: World
beforeAll(async () => {
  world = await openWorld(stage)
})

test.each(Object.entries(rows))(
  'R248 %s: all of it is reached at every size, Back keeps what was typed, Escape closes it',
  async (_, row) => {
    const person = await stage.newPerson({ width: 1280, height: 900, reducedMotion: 'reduce', ...(row.as && { token: row.as(world) }) })
    const { page } = person
    if (row.expects) person.expects(row.expects)
    await person.open(await row.path(world))
    await row.first?.(person, world)
    await openBy(page, row)
    const dialog = page.locator(':is([role=dialog], [role=alertdialog])[data-state=open]').last()
    await seen(dialog)
    const found: string[] = []
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
    expect(await keptTyped(dialog)).toEqual(typed)
    await page.keyboard.press('Escape')
    await gone(dialog)
    expect(page.url()).toBe(address)
  },
)
