// Time zones are found as people look for them (R135).
import names from 'cldr-bcp47/bcp47/timezone.json'
import { expect, test } from 'vitest'
import { findZones, listZones } from '#client/event/form/zone-search.ts'
import { zonePlace } from '#client/lib/dates.ts'
import { shownInstead } from '#protocol/kernel/time/clocks.ts'

const winter = '2026-12-05T12:00:00Z'
/** What Chromium knows: the former names of some. */
const known = Intl.supportedValuesOf('timeZone').filter((id) => !/Kolkata|Kyiv|Kathmandu|Ho_Chi_Minh/.test(id))
const old = ['Asia/Calcutta', 'Europe/Kiev', 'Asia/Katmandu', 'Asia/Saigon']
const zones = listZones(names.keyword.u.tz, ['Europe/Berlin'], [...new Set([...old, ...known])], winter)
const first = (query: string) => findZones(zones, query)[0]?.label

test.each([
  ['Kolkata', 'Asia/Kolkata (GMT+5:30)'],
  ['Calcutta', 'Asia/Kolkata (GMT+5:30)'],
  ['India', 'Asia/Kolkata (GMT+5:30)'],
  ['kyiv', 'Europe/Kyiv (GMT+2)'],
  ['Kiev', 'Europe/Kyiv (GMT+2)'],
  ['Kathmandu', 'Asia/Kathmandu (GMT+5:45)'],
  ['nepal', 'Asia/Kathmandu (GMT+5:45)'],
  ['Ho Chi Minh City', 'Asia/Ho Chi Minh City (GMT+7)'],
  ['saigon', 'Asia/Ho Chi Minh City (GMT+7)'],
  ['viet', 'Asia/Ho Chi Minh City (GMT+7)'],
  ['sao paulo', 'America/Sao Paulo (GMT-3)'],
  ['São Paulo', 'America/Sao Paulo (GMT-3)'],
  ['Myanmar', 'Asia/Yangon (GMT+6:30)'],
  ['UK', 'Europe/London (GMT+0)'],
  ['Germany', 'Europe/Berlin (GMT+1)'],
  ['CET', 'Europe/Paris (GMT+1)'],
  ['cest', 'Europe/Paris (GMT+1)'],
  ['EST', 'America/New York (GMT-5)'],
  ['PST', 'America/Los Angeles (GMT-8)'],
  ['UTC', 'UTC (GMT+0)'],
  ['GMT-3:30', 'America/St Johns (GMT-3:30)'],
])('R135 %s finds %s first', (query, label) => {
  expect(first(query)).toBe(label)
})

test.each([
  ['UTC+1', 60],
  ['utc + 01:00', 60],
  ['+1', 60],
  ['GMT−5', -300],
  ['UTC+5:45', 345],
  ['+0545', 345],
])('R135 %s finds what is so far from UTC, and nothing else', (query, minutes) => {
  const found = findZones(zones, query)
  expect(found.length).toBeGreaterThan(0)
  expect(new Set(found.map(({ offset }) => offset))).toEqual(new Set([minutes]))
})

test('R135 each zone stands there once, under its current name, and keeps the id the browser knows; what isn’t one finds nothing', () => {
  expect(new Set(zones.map(({ label }) => label)).size).toBe(zones.length)
  expect(zones.filter(({ label }) => /Calcutta|Kiev|Katmandu|Saigon/.test(label))).toEqual([])
  expect(findZones(zones, 'Kolkata').map(({ id }) => id)).toEqual(['Asia/Calcutta'])
  expect(findZones(zones, 'CET').length).toBeGreaterThan(20)
  expect(findZones(zones, 'nowhere')).toEqual([])
  expect(['Asia/Calcutta', 'Europe/Kiev', 'America/New_York'].map(zonePlace)).toEqual(['Asia/Kolkata', 'Europe/Kyiv', 'America/New York'])
})

test('R135 a time that the clock skips is another one; a time that it shows, also twice, stays', () => {
  expect(shownInstead('2027-03-28T02:30', 'Europe/Berlin')).toBe('2027-03-28T03:30')
  expect(shownInstead('2027-03-28T03:30', 'Europe/Berlin')).toBe('')
  expect(shownInstead('2027-10-31T02:30', 'Europe/Berlin')).toBe('')
  expect(shownInstead('2027-03-28T02:30', 'Asia/Kathmandu')).toBe('')
  expect(['', '2027-03', '12027-03-28T02:30'].map((text) => shownInstead(text, 'Europe/Berlin'))).toEqual(['', '', ''])
})
