// On a phone filters stand behind one button, which says how many of them are active.
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FilterFold } from '#client/ui/fields/filter-fold.tsx'
import { press, show } from './page-kit.tsx'

const folded = (count: number) => (
  <FilterFold count={count} first={<input aria-label="Search" />}>
    <select aria-label="Filter by role" />
  </FilterFold>
)

test('R110c the filters unfold at a press and fold again; the search stays beside their button', async () => {
  await show(folded(0))
  const button = screen.getByRole('button', { name: 'Filters' })
  const filters = document.getElementById(button.getAttribute('aria-controls') ?? '')
  const isFolded = () => [button.getAttribute('aria-expanded'), filters?.className.includes('max-sm:hidden')]
  expect(isFolded()).toEqual(['false', true])
  expect([filters?.contains(screen.getByLabelText('Filter by role')), filters?.contains(screen.getByLabelText('Search'))]).toEqual([
    true,
    false,
  ])
  await press('Filters')
  expect(isFolded()).toEqual(['true', false])
  await press('Filters')
  expect(isFolded()).toEqual(['false', true])
})

test('R110c the button says how many filters are active', async () => {
  await show(folded(2))
  expect(screen.getByRole('button', { name: 'Filters (2) active' })).toBeDefined()
})
