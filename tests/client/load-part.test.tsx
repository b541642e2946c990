// A part of a page that does not come: the page stays, with what was typed, and the part comes when Rolecall answers again.
import { screen } from '@testing-library/react'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { noteAnswer, noteOffline } from '#client/lib/connection.ts'
import { loadPart } from '#client/lib/load-page.tsx'
import { NotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import { press, settle, show, text } from './page-kit.tsx'

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
