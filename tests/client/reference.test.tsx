// The reference of a fault, wherever a sentence is shown: set apart, whole, and copied with one press.
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { splitReference, withReference } from '#client/ui/feedback/reference.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { FieldError } from '#client/ui/fields/field.tsx'
import { button, press, settle, show, text } from './page-kit.tsx'

const id = '5d1f9f60-4b52-4ad4-9b3c-1c1a6a2f7a11'
const sentence = withReference('Something went wrong. Please try again.', id)

it.each([
  ['a notice', <Notice key="notice">{sentence}</Notice>],
  ['the title of a notice', <Notice key="title" title={sentence} />],
  ['a field', <FieldError key="field">{sentence}</FieldError>],
  [
    'an error state',
    <ErrorState key="state" title="Failed to load events">
      {sentence}
    </ErrorState>,
  ],
  ['the title of an error state', <ErrorState key="head" title={sentence} />],
])('R59 %s shows it, and one press copies it', async (_, part) => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {})
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  await show(part)
  expect(text()).toContain('Something went wrong. Please try again.')
  expect(button('Reference').textContent).toBe(`Reference: ${id}`)
  await press('Reference')
  expect(writeText).toHaveBeenCalledWith(id)
  expect(button('Reference').textContent).toBe(`Reference: ${id} (copied)`)
})

it('R59 a toast shows it, and stays while somebody is at it', async () => {
  await show(null)
  vi.useFakeTimers()
  await act(async () => void toast.error(sentence))
  expect(button('Reference').textContent).toBe(`Reference: ${id}`)
  await act(async () => button('Reference').focus())
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(button('Reference')).toBeTruthy()
  await act(async () => button('Reference').blur())
  await act(() => vi.advanceTimersByTimeAsync(4000))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(() => button('Reference')).toThrow('No button')
})

it('a sentence without one stays as it is', async () => {
  expect(splitReference('Role "Host" is already full.')).toEqual(['Role "Host" is already full.'])
  expect(splitReference(withReference('Failed', undefined))).toEqual(['Failed'])
  await show(<Notice>Role "Host" is already full.</Notice>)
  await settle()
  expect(() => button('Reference')).toThrow('No button')
})
