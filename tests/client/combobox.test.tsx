// A list to choose from by typing (R249), before its library is there and after.
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Combobox, comboboxList } from '#client/ui/fields/combobox/combobox.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { drawn, field, misnamed, settle, show } from './page-kit.tsx'

const fruit = ['Apple', 'Banana', 'Cherry', 'Damson'].map((label) => ({ value: label.toLowerCase(), label, disabled: label === 'Banana' }))

function Fruit() {
  const [value, setValue] = useState<string | null>('cherry')
  const find = (words: string) => fruit.filter(({ label }) => label.toLowerCase().includes(words))
  return (
    <Field label="Fruit">
      <Combobox options={fruit} find={find} value={value} onValue={setValue} emptyText="No such fruit." />
    </Field>
  )
}

const box = () => field('Fruit')
const keys = async (...all: string[]) => {
  for (const key of all) await act(async () => void fireEvent.keyDown(box(), { key }))
  await settle()
}
const typeIn = (value: string) => act(async () => void fireEvent.input(box(), { target: { value } }))
const active = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent
const shown = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test('R249 the chosen option is active at first, keys move past what can’t be chosen and stop at the end, Enter takes', async () => {
  await show(<Fruit />)
  await act(async () => box().focus())
  await keys('ArrowDown')
  await drawn(() => expect(active()).toBe('Cherry'))
  expect(screen.getByRole('option', { name: 'Cherry' }).getAttribute('aria-selected')).toBe('true')
  await keys('ArrowUp')
  expect(active()).toBe('Apple')
  await keys('ArrowDown', 'ArrowDown', 'ArrowDown')
  expect(active()).toBe('Damson')
  await keys('Enter')
  expect(box().value).toBe('Damson')
  expect(shown()).toEqual([])
})

test('R249 what is typed filters, the first that fits is active; Escape leaves what was chosen', async () => {
  await show(<Fruit />)
  await act(async () => box().focus())
  await typeIn('a')
  await drawn(() => expect(shown()).toEqual(['Apple', 'Banana', 'Damson']))
  await drawn(() => expect(active()).toBe('Apple'))
  await typeIn('zzz')
  await drawn(() => screen.getByText('No such fruit.'))
  await keys('Escape')
  expect(box().getAttribute('aria-expanded')).toBe('false')
})

test.each([
  { first: 'dam', pressed: ['Enter'], gives: 'Damson' },
  { first: null, pressed: ['ArrowDown', 'ArrowDown', 'Enter'], gives: 'Damson' },
  { first: 'a', pressed: ['ArrowDown', 'Escape'], gives: '' },
])('R249 what is done before the list is there counts: $first, then $pressed', async ({ first, pressed, gives }) => {
  Object.assign(comboboxList, { Part: undefined })
  // All of it in one turn, before anything that is asked for can come.
  act(() => void render(<Fruit />))
  act(() => box().focus())
  if (first !== null) act(() => void fireEvent.input(box(), { target: { value: first } }))
  for (const key of pressed) act(() => void fireEvent.keyDown(box(), { key }))
  expect(shown()).toEqual([])
  await drawn(() => expect(box().value).toBe(gives))
  expect(document.activeElement).toBe(box())
  expect(shown()).toEqual([])
})

test('R249 control: a control that is called otherwise than it says is found', async () => {
  await show(
    <p>
      <button type="button" aria-label="Send the email to Ann again">
        Send again
      </button>
      <button type="button" aria-label="Send again to Ann">
        Send again
      </button>
    </p>,
  )
  expect(misnamed()).toEqual(['“Send again” is called “Send the email to Ann again”'])
  document.body.replaceChildren()
})
