// The Role Summary: its badges, its bars, and what it shows when the details are private.
import { afterEach, expect, it } from 'vitest'
import { CoverageList } from '#client/role/coverage-list.tsx'
import { fillBadge } from '#client/role/coverage-rules.ts'
import { filled } from './group-fixtures.ts'
import { leave, show, text } from './page-kit.tsx'

afterEach(leave)
const widths = () => [...document.querySelectorAll<HTMLElement>('[role=img] > span')].map((one) => Number.parseFloat(one.style.width))

it.each([
  [5, 5, 'Full'],
  [6, 5, 'Full'],
  [4, 5, 'Nearly Full'],
  [79, 100, null],
  [80, 100, 'Nearly Full'],
  [0, 1, null],
])("%i of %i is %s: 'Full' when count is at least total, 'Nearly Full' at 80 percent or more", (count, total, badge) => {
  expect(fillBadge({ count, total })).toBe(badge)
})

it('R1: segments are drawn over max(total, sum), so that no bar overflows, and the legend sums them up', async () => {
  await show(<CoverageList coverage={filled().roleCoverage} />)
  expect(text()).toContain('Speaker2/3')
  expect(widths()).toEqual([25, 25, 50])
  expect(text()).toContain('Confirmed1Yes, not confirmed1Assigned, no response0Declined2')
})

it('R27: without detailed counts the fill is plain and there is no legend', async () => {
  await show(<CoverageList compact coverage={[{ _id: 'r', name: 'Guest', total: 4, count: 4 }]} />)
  expect(widths()).toEqual([100])
  expect(text()).toBe('GuestFull4/4')
})
