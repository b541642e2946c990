// A part of a page that comes late, or not at all: what is pressed and typed before counts, and it comes when Rolecall answers again.
import { fireEvent, screen } from '@testing-library/react'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { noteAnswer, noteOffline } from '#client/lib/connection.ts'
import { loadPart } from '#client/lib/load-page.tsx'
import { Button } from '#client/ui/actions/button.tsx'
import { LateMenu } from '#client/ui/actions/menu.tsx'
import { MenuList, type MenuOpening } from '#client/ui/actions/menu-list.tsx'
import { NotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import { latePart } from '#client/ui/late.ts'
import { button, press, settle, show, text } from './page-kit.tsx'

const Chart = ({ of }: { of: string }) => <p>Chart of {of}</p>
const chart = { Chart }

it('R81 a part that does not come says so, leaves what was typed, and comes by a press or by itself', async () => {
  const load = vi
    .fn<() => Promise<typeof chart>>()
    .mockRejectedValueOnce(new RangeError('invalid language tag: C'))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue(chart)
  const Part = loadPart(load, 'Chart', { waiting: <p>Soon</p>, missing: (retry) => <NotLoaded onRetry={retry} /> })
  await show(
    <>
      <input aria-label="Draft" />
      <Part of="Speakers" />
    </>,
    '/',
  )
  const draft = screen.getByLabelText<HTMLInputElement>('Draft')
  draft.value = 'Kept'
  await settle()
  expect(text()).toContain('This part of the page did not load.')
  await press('Try again')
  expect(load).toHaveBeenCalledTimes(2)
  expect(text()).toContain('This part of the page did not load.')
  await act(async () => {
    noteOffline()
    noteAnswer()
  })
  await settle()
  expect(text()).toContain('Chart of Speakers')
  expect(text()).not.toContain('did not load')
  expect(screen.getByLabelText<HTMLInputElement>('Draft').value).toBe('Kept')
  expect(load).toHaveBeenCalledTimes(3)
})

const FruitMenu = (opening: MenuOpening) => <MenuList {...opening} items={[{ label: 'Pear' }]} />

it.each([
  [0, 1],
  [2, 0],
])('R249 a menu whose list comes while button %i of the mouse is down on it is open %i times', async (which, times) => {
  let arrive = (_: typeof FruitMenu) => {}
  const load = new Promise<typeof FruitMenu>((resolve) => {
    arrive = resolve
  })
  const part = latePart(() => load)
  await show(<LateMenu trigger={<Button>Fruit</Button>} part={part} props={{}} />, '/')
  await act(async () => void fireEvent.pointerDown(button('Fruit'), { button: which }))
  await act(async () => {
    arrive(FruitMenu)
    await part.ready()
  })
  await settle()
  // The browser gives no click to a button that wasn't there when the press began.
  fireEvent.pointerUp(button('Fruit'))
  expect(screen.queryAllByRole('menuitem', { name: 'Pear' })).toHaveLength(times)
})
