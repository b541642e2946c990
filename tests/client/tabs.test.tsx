// The row of tabs: what a keyboard does in it, and what a screen reader is told.
import { act, useState } from 'react'
import { expect, it } from 'vitest'
import { TabPanel, Tabs } from '#client/ui/actions/tabs.tsx'
import { show } from './page-kit.tsx'

const items = ['one', 'two', 'three'].map((value) => ({ value, label: `Tab ${value}` }))
const opened: string[] = []

function Three({ first }: { first: string }) {
  const [value, setValue] = useState(first)
  const open = (next: string) => {
    opened.push(next)
    setValue(next)
  }
  return (
    <Tabs label="Views" items={items} value={value} onValue={open}>
      {items.map((item) => (
        <TabPanel key={item.value} value={item.value}>
          View {item.value}
        </TabPanel>
      ))}
    </Tabs>
  )
}

const tabs = () => [...document.querySelectorAll<HTMLElement>('[role=tab]')]
const isSelected = () => tabs().map((tab) => tab.getAttribute('aria-selected') === 'true')
const stops = () => tabs().map((tab) => tab.tabIndex)
const seen = () => [...document.querySelectorAll<HTMLElement>('[role=tabpanel]')].filter((one) => !one.hidden).map((one) => one.textContent)
const key = (name: string) =>
  act(async () => void document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })))

it('tabs are one stop of the Tab key; arrows, Home and End open the others, and each names its panel', async () => {
  await show(<Three first="one" />)
  await act(async () => tabs()[0]?.focus())
  expect([stops(), seen(), opened]).toEqual([[0, -1, -1], ['View one'], []])
  await key('ArrowRight')
  expect([isSelected(), seen()]).toEqual([[false, true, false], ['View two']])
  await key('End')
  expect([document.activeElement, stops()]).toEqual([tabs()[2], [-1, -1, 0]])
  await key('ArrowRight')
  await key('ArrowLeft')
  await key('Home')
  expect(opened).toEqual(['two', 'three', 'one', 'three', 'one'])
  for (const tab of tabs()) {
    const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '')
    expect([panel?.getAttribute('role'), panel?.getAttribute('aria-labelledby')]).toEqual(['tabpanel', tab.id])
  }
  await act(async () => tabs()[1]?.click())
  expect([seen(), opened.at(-1)]).toEqual([['View two'], 'two'])
})

it('where none of them is open, coming to the row by keyboard opens nothing', async () => {
  opened.length = 0
  await show(<Three first="none" />)
  expect(stops()).toEqual([0, -1, -1])
  await act(async () => tabs()[0]?.focus())
  expect([opened, seen()]).toEqual([[], []])
})
