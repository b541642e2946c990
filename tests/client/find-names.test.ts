// Every box that finds people, events and zones finds a name however it is typed (R232).
import names from 'cldr-bcp47/bcp47/timezone.json'
import { describe, expect, test } from 'vitest'
import { findZones, listZones } from '#client/event/form/zone-search.ts'
import { everyone, filterRows } from '#client/group/answers/rsvp-filter.ts'
import { findMembers } from '#client/org/find-members.ts'
import { finderOf, folded, startFinderOf } from '#protocol/kernel/finding/names.ts'
import { everyEvent } from '#protocol/seats/event.ts'
import { matchesFilter } from '#protocol/seats/finding/events.ts'
import type { RsvpRow } from '#protocol/seats/group.ts'
import { aMember } from './org-fixtures.ts'

const row = (name: string): RsvpRow => ({ name, email: 'p@example.org', attending: true, roles: [] }) as unknown as RsvpRow
const member = (name: string) => ({ ...aMember(1), user: { ...aMember(1).user, name } })
const event = (name: string) => ({ name, location: '', organizationId: null, isPast: false })

/** Whether a box finds one who is called `name`. */
const boxes: Readonly<Record<string, (name: string, typed: string) => boolean>> = {
  answers: (name, text) => filterRows([row(name)], { ...everyone, text }).length === 1,
  members: (name, text) => findMembers([member(name)], text).length === 1,
  door: (name, typed) => startFinderOf(typed)(name),
  commands: (name, typed) => finderOf(typed)(name),
  events: (name, search) => matchesFilter(event(name), { ...everyEvent, search }),
}

const jose = 'José Müller'
const found: readonly (readonly [name: string, typed: string])[] = [
  [jose, 'jose'],
  [jose, 'JOSÉ'.normalize('NFD')],
  [jose, 'muller jose'],
  [jose, 'mül  jo '],
  ['Zoë Baker'.normalize('NFD'), 'zoë'],
  ['Zoë Baker'.normalize('NFD'), 'baker zoe'],
  ['Søren Łukasz', 'lukasz soren'],
  ['Straße Weiß', 'weiss strasse'],
  ['Weiss', 'weiß'],
  ['IŞIL Yıldız', 'isil yildiz'],
  ['Đặng Ægir', 'aegir dang'],
  ['Ｊｏｓé Ａｎｎ', 'ann jose'],
  ['Jose Ann', 'ｊｏｓｅ'],
  ['ﾔﾏﾀﾞ', 'ヤマダ'],
  ['やまだ', 'ヤマタ'],
  ['Σίσυφος', 'σισυφοσ'],
  ['Фёдор', 'федор'],
  ['O’Brien', "o'brien"],
  ["O'Brien", 'obrien'],
  ['Anne‑Marie', 'anne-marie'],
  ['राम', 'राम'],
]
const missed: readonly (readonly [name: string, typed: string])[] = [
  [jose, 'jose baker'],
  [jose, 'josef'],
  ['राम', 'रमा'],
  ['กา', 'กี'],
]

describe.each(Object.entries(boxes))('%s', (_, finds) => {
  test.each(found)('R232 %s is found by %s', (name, typed) => expect(finds(name, typed)).toBe(true))
  test.each(missed)('R232 %s is not found by %s', (name, typed) => expect(finds(name, typed)).toBe(false))
  test.each(['', '  '])('R232 nothing typed finds everybody', (typed) => expect(finds(jose, typed)).toBe(true))
})

test('R232 words of a name and of an email find together', () => {
  expect(filterRows([{ ...row(jose), email: 'j@müller.example' }], { ...everyone, text: 'example jose' })).toHaveLength(1)
  expect(findMembers([member(jose)], `jose ${aMember(1).user.email.slice(0, 3)}`)).toHaveLength(1)
})

test.each(['Kolkata', 'Calcutta', 'ＫＯＬＫＡＴＡ', 'india kolkata', 'kólkata'])('R232 the zone of Kolkata is found by %s', (typed) => {
  const known = ['Asia/Calcutta', 'Asia/Tokyo', 'Europe/Paris']
  const zones = listZones(names.keyword.u.tz, ['Europe/Berlin'], known, '2026-12-05T12:00:00Z')
  expect(findZones(zones, typed)[0]?.label).toBe('Asia/Kolkata (GMT+5:30)')
})

/** Letters of the scripts that people's names are typed in without marks. */
const letters = Array.from({ length: 0x3000 - 0x80 }, (_, nth) => String.fromCodePoint(nth + 0x80)).filter((one) =>
  /^(?=\p{L})[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}]$/u.test(one),
)
/** What is folded further: as it is typed on keyboards that lack it. */
const further = 'þÞıŧŦŉͺЙйآأؤإئٵٶٷٸᵌ'
const { compare } = new Intl.Collator('en', { sensitivity: 'base' })
test('R232 what a letter is folded to is the same to Intl.Collator at base strength', () => {
  const others = letters.filter((one) => folded(one) !== one && compare(one, folded(one)) !== 0)
  expect(others.filter((one) => !further.includes(one))).toEqual([])
  expect(letters.filter((one) => folded(one) !== one).length).toBeGreaterThan(1_000)
})
test('R232 a letter of Europe that Intl.Collator takes for one of ASCII is folded to it', () => {
  const ascii = [...Array.from('abcdefghijklmnopqrstuvwxyz'), 'ss', 'ae', 'oe']
  const pairs = letters
    .filter((one) => one < '\u0250')
    .flatMap((one) => ascii.filter((other) => compare(one, other) === 0).map((other) => [one, other]))
  expect(pairs.filter(([one = '', other]) => folded(one) !== other)).toEqual([])
  expect(pairs.length).toBeGreaterThan(200)
})
