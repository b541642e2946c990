// Odd texts that are allowed: they come back as they were sent, mean nothing to any layer on the way, and two that look alike are one.
import { expect, test } from 'vitest'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { withOtherTexts } from '../kit/rights/unguarded.ts'
import { openWorld } from '../kit/world/world.ts'

const allowed = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "O'Brien & Söhne",
  "'; DROP TABLE rsvps;--",
  '{{7*7}}',
  '%00',
  '../../etc',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'שלום',
  'مرحبا',
  '👩‍👩‍👧‍👦',
  'á̂',
  'ＡＤＭＩＮ',
  'Kelvin',
  'ıd',
  'a  b',
  '$&',
  'x'.repeat(60),
]
const refused = [
  'a\0b',
  'a\x07b',
  'a\x1B[31mb',
  'ab',
  '\ud800',
  'a\udfff',
  'a\nb',
  'a\r\nBcc: x@y.z',
  'a\u2028b',
  '‮evil',
  'a⁦b',
  'x'.repeat(61),
  '',
  ' ',
  '﻿',
  '​‍',
  'ㅤ',
  '­',
  '⁠ ​',
]

/** Which texts do not come back as they were sent, to guests and to those who manage. */
async function changedTexts(options: Parameters<typeof openWorld>[0] = {}) {
  const world = await openWorld(options)
  const ada = await world.person('ada', 'pro')
  const changed: string[] = []
  for (const [n, text] of allowed.entries()) {
    const { groupId, eventId } = await world.event(
      ada,
      [{ name: text, max: 2 }],
      { name: text, description: text },
      { name: text, description: text },
    )
    const guest = world.proven(`guest${n}@guests.test`, groupId)
    if ((await world.answer(groupId, guest, [text], { name: text })).status !== 200) {
      changed.push(text) // the role is not found again under its name
      continue
    }
    const form = await world.ok(rsvpApi.form, { groupId, eventId }, guest)
    const page = await world.ok(groupApi.read, { id: groupId }, ada)
    const ofForm = [form.name, form.description, form.event?.name, form.roles[0]?.name, form.rsvp?.name, form.rsvp?.roles[0]]
    if ([...ofForm, page.rsvps[0]?.name, page.group.description].some((one) => one !== text)) changed.push(text)
    await world.ok(groupApi.setRoleMax, { id: groupId, name: text, max: 3 }, ada)
    await world.ok(groupApi.removeRole, { id: groupId, name: text }, ada)
    expect((await world.ok(groupApi.read, { id: groupId }, ada)).group.roles).toEqual([])
  }
  return changed
}

test('S14 every text that is taken comes back as it was, to guests and to those who manage', async () => {
  expect(await changedTexts()).toEqual([])
})

test('S14 control: a server that keeps texts escaped, or in another form, is found by them', async () => {
  const escaped = await changedTexts({ wrap: (store) => withOtherTexts(store, (text) => text.replace(/</g, '&lt;')) })
  expect(escaped).toEqual(allowed.filter((text) => text.includes('<')))
  const folded = await changedTexts({ wrap: (store) => withOtherTexts(store, (text) => text.normalize('NFKC')) })
  expect(folded).toEqual(allowed.filter((text) => text !== text.normalize('NFKC')))
})

/** Emails begin with one picture, of ours (R85). Exactly that tag is none of the texts'. */
const ourPicture =
  /<img src="http:\/\/rolecall\.test\/og\/[0-9a-f]{24}\.png(?:\?v=[\w-]+)?" width="520" height="273" alt="" style="[\w:;% -]*">/
const madeTag = (page: string) => /<(script|img)|onerror=alert\(1\)>/.exec(page.replace(ourPicture, ''))?.[0]

test('S14 texts stand in emails and in the outbox page as texts: no tag, no header and no other recipient comes of them', async () => {
  const world = await openWorld()
  const ada = await world.person('ada', 'pro')
  for (const [n, text] of allowed.entries()) {
    const { groupId } = await world.event(ada, [{ name: text, max: 2 }], {}, { name: text })
    const guest = world.proven(`guest${n}@guests.test`, groupId)
    await world.answer(groupId, guest, [text], { name: text })
    const [mail] = await world.mails(guest.email)
    expect(mail?.subject).toBe(`You are coming to “${text}”`)
    expect(mail?.text).toContain(`“${text}” as ${text}.`)
    expect([text, madeTag(mail?.html ?? '')]).toEqual([text, undefined])
    expect(mail?.html).toMatch(ourPicture)
    const page = String((await world.send('GET', `/dev/outbox?to=${guest.email}`)).body)
    expect([text, madeTag(page)]).toEqual([text, undefined])
    expect(page).toContain('guests.test')
  }
})

test('S14 what can not be shown, or turns the text around it, is refused by name with the field', async () => {
  const world = await openWorld()
  const ada = await world.person('ada')
  const { groupId } = await world.event(ada, [])
  for (const name of refused) {
    const { status, body } = await world.send('POST', `/api/group/${groupId}/roles`, { name, max: 1 }, ada)
    expect([name, status, body.code, Object.keys(body.fields)]).toEqual([name, 400, 'input-invalid', ['name']])
  }
})

test('S14 a name that the server makes up is one that it takes back', async () => {
  const world = await openWorld()
  const ada = await world.person('ada', 'pro')
  for (const name of ['x'.repeat(120), '😀'.repeat(60), `x${'😀'.repeat(59)}`]) {
    const { groupId } = await world.event(ada, [], {}, { name })
    const { group } = await world.ok(groupApi.read, { id: groupId }, ada)
    expect(group.name).toMatch(/^Group for /)
    expect(await world.ok(groupApi.update, { id: groupId, name: group.name }, ada)).toMatchObject({ group: { name: group.name } })
  }
})

test('S14 R7 names that look the same are the same', async () => {
  const world = await openWorld()
  const ada = await world.person('ada')
  const { groupId } = await world.event(ada, [{ name: 'Kelvin', max: 1 }])
  const same = ['kelvin', ' Kelvin ', '\u212aelvin', 'Kel\u200bvin', 'K\u00adelvin', 'Ｋｅｌｖｉｎ', 'KELVIN\ufeff', 'Kelvin\u2060']
  for (const name of same)
    expect(await world.no(groupApi.addRole, { id: groupId, name, max: 1 }, ada)).toEqual([409, 'role-name-taken', expect.any(String)])
  await world.ok(groupApi.addRole, { id: groupId, name: 'Straße ΟΔΟΣ', max: 1 }, ada)
  expect((await world.no(groupApi.addRole, { id: groupId, name: 'STRASSE οδος', max: 1 }, ada))[1]).toBe('role-name-taken')
  await world.ok(groupApi.addRole, { id: groupId, name: 'Kelv\u0131n', max: 1 }, ada)
})
