// The hooks that every page acts and reads by: one press is one call, a failure stays where it belongs, and pages follow each other.
import { screen } from '@testing-library/react'
import { act, useCallback, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { ActionDialog } from '#client/lib/actions/action-dialog.tsx'
import { toasted, useAction, wentWrong } from '#client/lib/actions/use-action.ts'
import { CallFailed } from '#client/lib/call.ts'
import { noteAnswer, noteOffline } from '#client/lib/connection.ts'
import { usePages } from '#client/lib/use-pages.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { leave, press, settle, show, text } from './page-kit.tsx'

const refusal = (error: string, fields?: Record<string, string>) =>
  new CallFailed(400, { error, code: 'foreign', ...(fields && { fields }) })

/** A call that is answered when the test says so. */
function held<Result>() {
  const waiting: { resolve: (result: Result) => void; reject: (error: Error) => void }[] = []
  const ask = vi.fn<(...args: unknown[]) => Promise<Result>>(() => new Promise((resolve, reject) => waiting.push({ resolve, reject })))
  const answer = (result: Result) => act(async () => waiting.shift()?.resolve(result))
  const refuse = (error: Error) => act(async () => waiting.shift()?.reject(error))
  return { ask, answer, refuse }
}

function Form({ work }: { work: (what: string) => Promise<unknown> }) {
  const { run, running, isBusy, failure, fields, setFailure } = useAction(work, 'It did not work.')
  return (
    <>
      {/* Not a button of ours: nothing but the hook keeps a second press away. */}
      <button type="button" onClick={() => void run('one')}>
        Do it
      </button>
      <button type="button" onClick={() => setFailure('Please choose', { name: 'Missing' })}>
        Check
      </button>
      <p>
        {isBusy ? `doing ${running?.[0]}` : 'resting'} / {failure ?? 'no failure'} / {fields.name ?? 'no field'}
      </p>
    </>
  )
}

it('one press is one call: another one while it runs does nothing, and the next begins without the failure', async () => {
  const { ask, answer, refuse } = held()
  await show(<Form work={ask} />)
  expect(text()).toContain('resting / no failure / no field')
  await press('Do it')
  await press('Do it')
  expect(ask.mock.calls).toEqual([['one']])
  expect(text()).toContain('doing one / no failure')
  await refuse(refusal('Too long', { name: 'At most 100' }))
  expect(text()).toContain('resting / Too long / At most 100')
  await press('Do it')
  expect(text()).toContain('doing one / no failure / no field')
  await answer(undefined)
  expect(text()).toContain('resting / no failure')
  expect(ask).toHaveBeenCalledTimes(2)
})

it('what has no sentence of the server gets the own one; a form says by the same way what it found itself', async () => {
  const { ask, refuse } = held()
  await show(<Form work={ask} />)
  await press('Check')
  expect(text()).toContain('resting / Please choose / Missing')
  await press('Do it')
  await refuse(new TypeError('x is undefined'))
  expect(text()).toContain('resting / It did not work. / no field')
})

it('an action that ends after its part has gone is no fault', async () => {
  const { ask, answer } = held()
  const faults = vi.spyOn(console, 'error')
  await show(<Form work={ask} />)
  await press('Do it')
  await leave()
  await answer(undefined)
  expect(faults).not.toHaveBeenCalled()
})

it('a toast says that it is done, or the sentence of what failed', async () => {
  await show(<p>Page</p>)
  await act(() => toasted(async () => 3, { done: (count) => `Sent to ${count}` }))
  await act(() => toasted(() => Promise.reject(refusal('Full'))))
  await act(() => toasted(() => Promise.reject(new TypeError('x'))))
  await settle()
  for (const said of ['Sent to 3', 'Full', wentWrong]) expect(text()).toContain(said)
})

it('a question does what it asks about once it is confirmed, and closes whatever became of it', async () => {
  const work = vi.fn<(who: string) => Promise<unknown>>().mockRejectedValue(refusal('Not yours'))
  const onClose = vi.fn<() => void>()
  const question = (about: string | null) => (
    <ActionDialog about={about} onClose={onClose} work={work} done={(who) => `${who} left`} title="Leave?" confirmLabel="Leave">
      You can come back.
    </ActionDialog>
  )
  await show(question(null))
  expect(screen.queryByText('Leave?')).toBeNull()
  await show(question('Ann'))
  await press('Leave')
  await settle()
  expect(work.mock.calls).toEqual([['Ann']])
  expect(text()).toContain('Not yours')
  expect(onClose).toHaveBeenCalledOnce()
})

interface Row {
  _id: string
}
interface Page {
  rows: Row[]
  nextCursor: string | null
}
const page = (ids: string, nextCursor: string | null): Page => ({ rows: [...ids].map((_id) => ({ _id })), nextCursor })

function List({ read }: { read: (find: unknown, cursor: unknown) => Promise<Page> }) {
  const [find, setFind] = useState('')
  const [rev, setRev] = useState(1)
  const readPage = useCallback((cursor: string | undefined) => read(find, cursor), [read, find])
  const { rows, isComplete, isBusy, failure, again, more, retry, edit } = usePages<Row>(readPage, { failed: 'Not read.', rev })
  return (
    <>
      <p>
        {rows ? rows.map(({ _id }) => _id).join('') || 'nobody' : 'unread'} / {isComplete ? 'all' : 'there is more'} /{' '}
        {isBusy ? 'reading' : 'resting'} / {failure ?? 'no failure'}
      </p>
      <Button onClick={more}>More</Button>
      <Button onClick={again}>Again</Button>
      <Button onClick={retry}>Retry</Button>
      <Button onClick={() => setFind('Ben')}>Find Ben</Button>
      <Button onClick={() => setRev(2)}>Moved</Button>
      <Button onClick={() => edit((all) => all.filter(({ _id }) => _id !== 'a'))}>Drop a</Button>
    </>
  )
}

it('pages follow each other; a row that moved meanwhile stands there once', async () => {
  const { ask, answer } = held<Page>()
  await show(<List read={ask} />)
  expect(text()).toContain('unread / there is more / reading')
  await answer(page('ab', '2'))
  expect(text()).toContain('ab / there is more / resting')
  await press('More')
  await press('Again')
  expect(ask.mock.calls).toEqual([
    ['', undefined],
    ['', '2'],
  ])
  await answer(page('bc', null))
  expect(text()).toContain('abc / all')
  expect(ask, 'what was asked for meanwhile follows').toHaveBeenCalledTimes(3)
  await answer(page('ab', '2'))
  await answer(page('cd', null))
  expect(text(), 'as many pages as were shown').toContain('abcd / all / resting')
})

it('a page that fails leaves the rows, and that page is what is tried again', async () => {
  const { ask, answer, refuse } = held<Page>()
  await show(<List read={ask} />)
  await refuse(new TypeError('no line'))
  expect(text()).toContain('unread / there is more / resting / Not read.')
  await press('Retry')
  await answer(page('a', '1'))
  await press('More')
  await refuse(refusal('Too busy'))
  expect(text()).toContain('a / there is more / resting / Too busy')
  await press('Retry')
  expect(ask.mock.calls.at(-1)).toEqual(['', '1'])
  await answer(page('b', null))
  expect(text()).toContain('ab / all / resting / no failure')
})

it('another list drops what comes late for the one before, and begins with its first page', async () => {
  const { ask, answer } = held<Page>()
  await show(<List read={ask} />)
  await answer(page('a', '1'))
  await press('More')
  await press('Find Ben')
  expect(ask.mock.calls.at(-1)).toEqual(['Ben', undefined])
  await answer(page('zz', null))
  expect(text(), 'the page of the first list is dropped').toContain('a / there is more / reading')
  await answer(page('b', null))
  expect(text()).toContain('b / all / resting')
})

it('a change that is written while the rows are read has them read anew', async () => {
  const { ask, answer } = held<Page>()
  await show(<List read={ask} />)
  await answer(page('ab', null))
  await press('Moved')
  await press('Drop a')
  expect(text()).toContain('b / all')
  await answer(page('ab', null))
  await answer(page('bc', null))
  expect(text()).toContain('bc / all / resting')
  await press('Drop a')
  expect(ask, 'nothing was being read then').toHaveBeenCalledTimes(3)
})

it('the rows are read again when Rolecall answers after being offline', async () => {
  const { ask, answer } = held<Page>()
  await show(<List read={ask} />)
  await answer(page('a', null))
  await act(async () => {
    noteOffline()
    noteAnswer()
  })
  await answer(page('ab', null))
  expect(text()).toContain('ab / all / resting')
})
