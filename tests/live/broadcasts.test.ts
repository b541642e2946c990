// What follows from a commit: every collection has a place in the list, and a record changes no room that its list does not name.
import { expect, test } from 'vitest'
import { broadcasts, nobodyWatches } from '#server/app/app.ts'
import { currentCollections } from '#server/app/store/collections.ts'

/** Collections of which it isn't said who watches them, and names of what isn't there. */
function unsaid(names: readonly string[], broadcast: readonly string[], untold: readonly string[]) {
  const said = [...broadcast, ...untold]
  return {
    missing: names.filter((name) => !said.includes(name)),
    stale: said.filter((name) => !names.includes(name)),
    twice: said.filter((name, nth) => said.indexOf(name) !== nth),
  }
}

test('L8 every collection has broadcasts, or is named as one that nobody watches', () => {
  const names = currentCollections.map(({ name }) => name)
  const broadcast = broadcasts.map(({ collection }) => collection.name)
  expect(unsaid(names, broadcast, nobodyWatches)).toEqual({ missing: [], stale: [], twice: [] })
  // The control: one left out, one made up and one named twice are found.
  expect(unsaid(names, broadcast.slice(1), [...nobodyWatches, 'tickets', 'ghosts'])).toEqual({
    missing: [broadcast[0]],
    stale: ['ghosts'],
    twice: ['tickets'],
  })
})
