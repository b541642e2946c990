// The one dialog of the product: what closes it, what doesn't, and what is left of what was typed in it.
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { useTyped } from '#client/lib/conflict/kept-edits.ts'
import { useSession } from '#client/lib/session.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Menu } from '#client/ui/actions/menu.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Combobox } from '#client/ui/fields/combobox/combobox.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { comes } from '../kit/world/pace.ts'
import { field, press, settle, show, type } from './page-kit.tsx'

const fruit = ['Apple', 'Pear'].map((label) => ({ value: label, label }))

function Form({ onDone }: { onDone: () => void }) {
  const [name, setName] = useTyped('test:name', '')
  return (
    <>
      <Field label="Name">
        <TextInput value={name} onChange={({ target }) => setName(target.value)} />
      </Field>
      <Field label="Fruit">
        <Combobox label="Fruit" options={fruit} find={() => fruit} value={null} onValue={() => {}} />
      </Field>
      <Button onClick={onDone}>Cancel</Button>
    </>
  )
}

/** `mayClose` is false for one that is busy. */
function Opener({ name, mayClose = true, inner }: { name: string; mayClose?: boolean; inner?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => mayClose && setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{`Open ${name}`}</Button>
      <Dialog open={isOpen} onOpenChange={close} title={name}>
        {isOpen && <Form onDone={close} />}
        {inner && <Opener name="inner" />}
      </Dialog>
    </>
  )
}

afterEach(() => void vi.restoreAllMocks())

const dialogs = () => screen.queryAllByRole('dialog', { hidden: true }).map((one) => one.getAttribute('data-state'))
const open = () => dialogs().filter((state) => state === 'open').length
const pressEscape = (at: Element = document.activeElement ?? document.body, more = {}) =>
  act(async () => void fireEvent.keyDown(at, { key: 'Escape', ...more }))

async function pressOn(what: Element) {
  await act(async () => {
    fireEvent.pointerDown(what)
    fireEvent.mouseDown(what)
    fireEvent.pointerUp(what)
    fireEvent.click(what)
  })
  await settle()
}

/** What the browser's Back does within one page: the entry before is the current one, and the page is told. */
async function goBack(times = 1, back = () => window.history.back()) {
  await act(
    () =>
      new Promise<void>((done) => {
        let left = times
        const told = () => {
          if (--left > 0) return
          window.removeEventListener('popstate', told)
          done()
        }
        window.addEventListener('popstate', told)
        back()
      }),
  )
  await settle()
}

test('R248 Escape closes the list that is open in a dialog, and the dialog only when pressed again', async () => {
  await show(<Opener name="outer" />)
  await press('Open outer')
  const box = field('Fruit')
  await act(async () => {
    box.focus()
    fireEvent.mouseDown(box)
    fireEvent.mouseUp(box)
  })
  expect(box.getAttribute('aria-expanded')).toBe('true')
  await pressEscape(box)
  expect(box.getAttribute('aria-expanded')).toBe('false')
  expect(open()).toBe(1)
  await pressEscape(box)
  expect(open()).toBe(0)
})

test('R248 Escape that ends a composition in an input method leaves the dialog', async () => {
  await show(<Opener name="outer" />)
  await press('Open outer')
  await pressEscape(field('Name'), { isComposing: true })
  expect(open()).toBe(1)
})

test('R248 a press on a toast is no press outside a dialog', async () => {
  await show(<Opener name="outer" />)
  await press('Open outer')
  await act(async () => void toast('Saved'))
  await settle() // a press outside counts from the turn after it opened
  await pressOn(screen.getByRole('button', { name: 'Dismiss', hidden: true }))
  expect(open()).toBe(1)
  expect(screen.queryByText('Saved')?.closest('.animate-rise')).toBeFalsy()
  await pressOn(document.body)
  expect(open()).toBe(0)
})

test('R248a Back closes the dialog, stays on the page, and what was typed is there again; canceled, it is gone', async () => {
  const page = await show(<Opener name="outer" />)
  const [entries, address] = [window.history.length, window.location.href]
  await press('Open outer')
  expect(window.history.length).toBe(entries + 1)
  await type('Name', 'Ann')
  await goBack()
  expect([open(), window.location.href, page.at()]).toEqual([0, address, '/'])

  await press('Open outer')
  expect(field('Name').value).toBe('Ann')
  await press('Cancel')
  await press('Open outer')
  expect(field('Name').value).toBe('')
})

test('R248a what was typed before Back is not shown to the next person in this tab', async () => {
  await show(<Opener name="outer" />)
  await press('Open outer')
  await type('Name', 'Ann')
  await goBack()
  await act(async () => useSession.setState({ user: { _id: 'another' } as never }))
  await press('Open outer')
  expect(field('Name').value).toBe('')
  await act(async () => useSession.setState({ user: null }))
})

test('R248a Back closes the innermost of two dialogs', async () => {
  await show(<Opener name="outer" inner />)
  await press('Open outer')
  await press('Open inner')
  expect(open()).toBe(2)
  await goBack()
  expect(open()).toBe(1)
  await goBack()
  expect(open()).toBe(0)
})

/** One dialog leads on to another, which opens in its place. */
function Leading() {
  const [at, setAt] = useState<'first' | 'second' | null>(null)
  return (
    <>
      <Button onClick={() => setAt('first')}>Open first</Button>
      <Dialog open={at === 'first'} onOpenChange={() => setAt(null)} title="first">
        <Button onClick={() => setAt('second')}>Go on</Button>
      </Dialog>
      <Dialog open={at === 'second'} onOpenChange={() => setAt(null)} title="second" />
    </>
  )
}
test('R248b a dialog that opened in the place of another gives the focus back to where that was opened from', async () => {
  await show(<Leading />)
  const opener = screen.getByRole('button', { name: 'Open first' })
  opener.focus()
  await press('Open first')
  await act(async () => screen.getByRole('button', { name: 'Go on' }).focus())
  await press('Go on')
  await settle()
  expect(open()).toBe(1)
  await pressEscape()
  await comes(async () => expect(document.activeElement).toBe(opener))
})

/** A menu whose item opens a dialog: as it goes, or in the moment in which it is gone and has not given the focus back yet. */
function FromMenu({ isGone }: { isGone: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const begin = () => {
    if (!isGone) return setOpen(true)
    const watching = new MutationObserver(() => {
      if (screen.queryByRole('menu', { hidden: true })) return
      watching.disconnect()
      flushSync(() => setOpen(true))
    })
    watching.observe(document.body, { childList: true, subtree: true })
  }
  return (
    <>
      <Menu trigger={<Button>Options</Button>} items={[{ label: 'Copy', onSelect: begin }]} />
      <Dialog open={isOpen} onOpenChange={setOpen} title="outer" />
    </>
  )
}
test.each([false, true])(
  'R248b a dialog that a menu opened gives the focus back to its button, also where the menu was gone first: %s',
  async (isGone) => {
    await show(<FromMenu isGone={isGone} />)
    const opener = screen.getByRole('button', { name: 'Options' })
    await act(async () => {
      opener.focus()
      fireEvent.keyDown(opener, { key: 'Enter' })
    })
    await act(async () => void fireEvent.click(screen.getByRole('menuitem', { name: 'Copy' })))
    await comes(async () => expect(open()).toBe(1))
    await settle()
    await pressEscape()
    await comes(async () => expect(document.activeElement).toBe(opener))
  },
)

test('R248b a dialog that keys alone opened leaves the focus where the page begins, as nothing had it before', async () => {
  await show(
    <>
      <main id="main" />
      <Opener name="outer" />
    </>,
  )
  await press('Open outer')
  await settle()
  await pressEscape()
  await comes(async () => expect(document.activeElement?.id).toBe('main'))
})

/** A question whose answer is being carried out as long as the test likes. */
function Question() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open question</Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Sure?"
        confirmLabel="Yes"
        busyLabel="Doing..."
        onConfirm={() => new Promise(() => {})}
      />
    </>
  )
}
const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  Escape: () => pressEscape(),
  Back: () => goBack(),
  'a press outside': () => pressOn(document.body),
  'its x': () => press('Close'),
}
test.each(Object.entries(ways))('R248 %s leaves a dialog that is busy open (control: one that isn’t is closed)', async (_, close) => {
  for (const isBusy of [true, false]) {
    await show(<Question />)
    await press('Open question')
    await settle()
    if (isBusy) await press('Yes')
    await close()
    expect(open()).toBe(isBusy ? 1 : 0)
    cleanup()
  }
})

/** On a page of its own, with one before it to go back to. */
async function atPage(page: ReactNode) {
  for (const path of ['/before', '/page']) window.history.pushState(null, '', path)
  await show(page)
  return () => window.location.pathname
}

test('R248a the next Back stays on the page of a dialog that is busy as well (control: without an entry anew it leaves)', async () => {
  for (const isGuarded of [true, false]) {
    const path = await atPage(<Opener name="outer" mayClose={false} />)
    await press('Open outer')
    const entries = window.history.length
    if (!isGuarded) vi.spyOn(window.history, 'pushState').mockImplementation(() => {})
    await goBack()
    expect(window.history.length).toBe(entries)
    await goBack()
    expect([open(), path()]).toEqual([1, isGuarded ? '/page' : '/before'])
    cleanup()
  }
})

test('R248a after a dialog was closed by its buttons, one Back leaves the page, however often it was open (control: unless the page goes on)', async () => {
  for (const isGuarded of [true, false]) {
    const path = await atPage(<Opener name="outer" />)
    for (let times = 0; times < 3; times++) {
      await press('Open outer')
      await press('Cancel')
    }
    const back = window.history.back.bind(window.history)
    if (!isGuarded) vi.spyOn(window.history, 'back').mockImplementation(() => {})
    await goBack(isGuarded ? 2 : 1, back) // the page goes on back by itself, past the entry of the dialogs
    expect(path()).toBe(isGuarded ? '/before' : '/page')
    cleanup()
  }
})

/** Its count falls as soon as it is confirmed, and what it does lasts until `held` is settled. */
function Counting({ held }: { held: Promise<void> }) {
  const [count, setCount] = useState(2)
  const done = () => {
    setCount(0)
    return held.catch(() => undefined)
  }
  return (
    <ConfirmDialog open onOpenChange={() => {}} title={`Ask in ${count} groups?`} confirmLabel="Ask" onConfirm={done}>
      {count} so far
    </ConfirmDialog>
  )
}

test('R76 what it asks stays as it was confirmed until it has closed, whatever its count does meanwhile; refused, it counts again', async () => {
  let refuse = () => {}
  const held = new Promise<void>((_, reject) => {
    refuse = () => reject(new Error('refused'))
  })
  await show(<Counting held={held} />)
  await press('Ask')
  expect(screen.getByRole('dialog', { name: 'Ask in 2 groups?' }).textContent).toContain('2 so far')
  await act(async () => refuse())
  expect(screen.getByRole('dialog', { name: 'Ask in 0 groups?' }).textContent).toContain('0 so far')
})
