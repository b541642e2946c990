// Lists to choose from in the engine of Safari (R249): what is active stays in sight, Escape closes the list alone, and an option is taken by keys and by a press.
import { Key } from 'selenium-webdriver'
import { afterAll, beforeAll, test } from 'vitest'
import { type Server, startServer } from '../server.ts'
import { openWindows, type Window } from './windows.ts'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
const newWindow = openWindows()

const box = `const box = document.activeElement`
const active = `${box}; const option = document.getElementById(box.getAttribute('aria-activedescendant') ?? '')`
/** Whether all of the active option is in the window, and seen at its upper and its lower end. */
const inSight = `${active}; if (!option) return 'nothing is active'
  const { left, right, top, bottom, width } = option.getBoundingClientRect()
  const inWindow = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
  const isSeen = [top + 2, bottom - 2].every((y) => option.contains(document.elementFromPoint(left + width / 2, y)))
  return inWindow && isSeen ? 'in sight' : 'out of sight: ' + top + ' to ' + bottom + ' of ' + innerHeight`
const isOpen = `return document.querySelector('[role=listbox] [role=option]') !== null`
const downs = (count: number) => Array.from({ length: count }, () => Key.ARROW_DOWN)

/** Walks down the open list, and leaves it by Escape with the focus where it was. */
async function walkDown(window: Window, counts: readonly number[]) {
  for (const count of counts) {
    await window.keys(...downs(count))
    await window.gives(inSight, 'in sight')
  }
  await window.keys(Key.ESCAPE)
  await window.gives(isOpen, false)
  await window.gives(`${box}; return box.getAttribute('role')`, 'combobox')
}

test.each([
  [1280, 900],
  [390, 844],
  [390, 256],
])('R249 in WebKit the active zone is in sight after ten and after fifty presses of Down, at %i x %i', async (width, height) => {
  const window = await newWindow({ width, height })
  await window.open(`${server.url}/create`)
  await window.sees('Event Details')
  await window.focus('Time zone')
  await window.keys(Key.ARROW_DOWN)
  await window.gives(isOpen, true)
  await walkDown(window, [10, 42])
})

test('R249 in WebKit a zone is found by typing, and taken by Enter and by a press', async () => {
  const window = await newWindow()
  await window.open(`${server.url}/create`)
  await window.sees('Event Details')
  const chosen = (name: string) => window.gives(`${box}; return box.value.includes('${name}')`, true)
  await window.type('Time zone', 'tokyo')
  await window.gives(`${active}; return option?.textContent.includes('Tokyo')`, true)
  await window.keys(Key.ENTER)
  await chosen('Tokyo')
  await window.gives(isOpen, false)
  await window.type('Time zone', 'lima')
  await window.gives(`${active}; return option?.textContent.includes('Lima')`, true)
  await window.pick('Lima')
  await chosen('Lima')
  await window.gives(isOpen, false)
})

test('R249 R248 in WebKit, in a dialog, Escape closes the list alone', async () => {
  const window = await newWindow({ width: 390, height: 256 })
  await window.open(`${server.url}/dev/ui?view=actions`)
  await window.press('Open a dialog')
  await window.focus('Member')
  await window.keys(Key.ARROW_DOWN)
  await window.gives(isOpen, true)
  await walkDown(window, [10])
  await window.gives(`return document.querySelector('[role=dialog][data-state=open]') !== null`, true)
  await window.keys(Key.ESCAPE)
  await window.gives(`return document.querySelector('[role=dialog][data-state=open]') === null`, true)
})
