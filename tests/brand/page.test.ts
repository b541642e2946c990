// What a brand costs the first paint of an invitation (R222): the page as it is drawn, with and without.
import { expect, test } from 'vitest'
import { openDrawing } from '#client/server-entry.tsx'
import { brandApi } from '#protocol/people/brand/brand.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { make } from '#server/edge/http/pages/sheet.ts'
import { openWorld } from '../kit/world/world.ts'

const page = '<!doctype html><html><head><title>Rolecall</title></head><body><div id="root"></div></body></html>'
const files = { '/rsvp': [], '/rsvp/asking': [], '/rsvp/own': [], '/rsvp/event': [], '/': [], '/pricing': [] }

test('R216, R218, R222 the brand is in the page before any script, at 2 kB more at most, and the ways out stay', async () => {
  const draw = await openDrawing({ payments: 'on', supportEmail: 'help@rolecall.test', retentionDays: 90 })
  const world = await openWorld()
  const ada = await world.person('ada', 'team')
  const { groupId, eventId } = await world.event(ada)
  await world.ok(brandApi.save, { name: 'Harbor Choir', accent: '#aa3355', hideMadeWith: true }, ada)
  const head = { title: 'x', description: 'x', url: 'x', picture: 'x' }
  const drawn = async () => {
    const form = await world.ok(rsvpApi.form, { groupId })
    return make({ page, style: '', files }, { path: `/rsvp/${groupId}`, at: '/rsvp', head, first: { form } }, draw)
  }
  const plain = await drawn()
  await world.ok(eventApi.update, { id: eventId, theme: 'brand' }, ada)
  const branded = await drawn()
  const text = Buffer.from(branded.bodies.plain)
    .toString()
    .replace(/<script type="application.*/s, '')
  expect(text).toContain('Harbor Choir</span>')
  expect(text).toContain('--color-action:light-dark(')
  expect(text).toMatch(/mailto:help@rolecall\.test\?subject=Report[^"]*"[^>]*>Report abuse/)
  expect(text).toContain('/privacy')
  expect(text).not.toContain('Made with Rolecall')
  for (const packing of ['br', 'gzip'] as const) expect(branded.bodies[packing].length - plain.bodies[packing].length).toBeLessThan(2_000)
  await world.ok(brandApi.save, { name: 'Harbor Choir', accent: '#aa3355' }, ada)
  expect(Buffer.from((await drawn()).bodies.plain).toString()).toContain('Made with Rolecall')
})
