// The Role Summary: its badges, its bars, and what it shows when the details are private.
import { expect, it } from 'vitest'
import { CoverageList } from '#client/role/coverage-list.tsx'
import { fillBadge } from '#client/role/coverage-rules.ts'
import { filled } from './group-fixtures.ts'
import { show, text } from './page-kit.tsx'

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
  await show(<CoverageList isAsked coverage={filled().roleCoverage} />)
  expect(text()).toContain('Speaker2 of 3')
  expect(widths()).toEqual([25, 25, 50])
  expect(text()).toContain('Yes, confirmed1Yes, not confirmed1Assigned, no response0Declined2')
})

it('R27: without detailed counts the fill is plain and there is no legend', async () => {
  await show(<CoverageList compact isAsked={false} coverage={[{ _id: 'r', name: 'Guest', total: 4, count: 4 }]} />)
  expect(widths()).toEqual([100])
  expect(document.querySelector('ul')?.textContent).toBe('GuestFull4 of 4') // toasts of another file may stand beside it
})

it('R108: the minimum is marked on the bar and said in words, until enough say yes', async () => {
  const counts = { confirmedAndYes: 1, yesNotConfirmed: 1, assignedNoResponse: 1, declined: 0 }
  const role = { _id: 'r', name: 'Host', total: 6, count: 3, min: 3, detailedCounts: counts }
  await show(<CoverageList isAsked coverage={[role, { ...role, _id: 's', name: 'Cook', min: 2 }]} />)
  expect(text()).toContain('HostNeeds 1 moreat least 33 of 6')
  expect(text()).toContain('Cookat least 23 of 6')
  const [bar] = document.querySelectorAll('[role=img]')
  expect(bar?.getAttribute('aria-label')).toContain('Host: 6 seats, at least 3 needed, 1 yes, confirmed')
  expect(bar?.lastElementChild?.getAttribute('style')).toBe('left: 50%;')
})
