// What follows from a commit: every collection has a place in the list, and a record changes no room that its list does not name.
import { expect, test } from 'vitest'
import { broadcasts, nobodyWatches } from '#server/app.ts'
import { collections } from '#server/store/collections.ts'

/** Collections of which it isn't said who watches them, and names of what isn't there. */
function unsaid(names: readonly string[], told: readonly string[], untold: readonly string[]) {
  const said = [...told, ...untold]
  return {
    missing: names.filter((name) => !said.includes(name)),
    stale: said.filter((name) => !names.includes(name)),
    twice: said.filter((name, nth) => said.indexOf(name) !== nth),
  }
}

test('L8 every collection has broadcasts, or is named as one that nobody watches', () => {
  const names = collections.map(({ name }) => name)
  const told = broadcasts.map(({ collection }) => collection.name)
  expect(unsaid(names, told, nobodyWatches)).toEqual({ missing: [], stale: [], twice: [] })
  // The control: one left out, one made up and one named twice are found.
  expect(unsaid(names, told.slice(1), [...nobodyWatches, 'tickets', 'ghosts'])).toEqual({
    missing: [told[0]],
    stale: ['ghosts'],
    twice: ['tickets'],
  })
})
