// There is one dialog, and each place that draws one is opened in a browser (R248): no new one is left out.
import { expect, test } from 'vitest'
import { rows } from './e2e/dialogs/rows.ts'
import { dialogsIn, otherDialogs } from './structure/dialogs.ts'
import { ownSources, readSource } from './structure/source.ts'

const sources = ownSources()

test('R248 every dialog of the product has a row by which it is opened', () => {
  const found = sources.flatMap(dialogsIn)
  expect(found.length).toBeGreaterThan(50)
  expect(Object.keys(rows).sort()).toEqual(found.sort())
})

test('R248 there is one dialog: nothing else draws one (control: a dialog of the browser is found)', () => {
  expect(sources.filter(otherDialogs).map(({ file }) => file)).toEqual([])
  expect(otherDialogs(readSource('client/a.tsx', 'export const A = () => <dialog>Sure?</dialog>'))).toBe(true)
})
