// The brand of a person or an organization: who may set it, where guests see it, and when they don't.
import { describe, expect, test } from 'vitest'
import { operatorApi } from '#protocol/app/operator.ts'
import { accountRoom, formRoom } from '#protocol/live.ts'
import { brandApi } from '#protocol/people/brand/brand.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { readOutbox } from '#server/mail/delivery/recent-emails.ts'
import { factsOf } from '#server/seats/model/event-picture.ts'
import { minute } from '../kit/world/clock.ts'
import { openChoir } from '../kit/world/organization.ts'
import { openWorld } from '../kit/world/world.ts'

const look = { name: 'Harbor Choir', accent: '#AA3355', replyName: 'Maya at Harbor', hideMadeWith: false }

/** Ada, on Pro, with an event in her brand. */
async function opened(tier: 'free' | 'pro' | 'team' = 'pro') {
  const world = await openWorld()
  const ada = await world.person('ada', tier)
  const { groupId, eventId } = await world.event(ada, [{ name: 'Guest', max: 9 }], {}, { theme: 'brand' })
  const save = (more: object = {}, as: object = ada) => world.call(brandApi.save, { ...look, ...more }, as)
  const form = () => world.ok(rsvpApi.form, { groupId })
  return { world, ada, groupId, eventId, save, form }
}

describe('who may', () => {
  test('R212 a person has one from Pro, an organization by its admins; others and mere members have none', async () => {
    const { world, ada, save } = await opened('free')
    expect((await save()).body).toMatchObject({ code: 'brand-plan-needed' })
    expect(await world.ok(brandApi.read, {}, ada)).toMatchObject({ brand: null, orgId: null, mayUse: false, mayHideMadeWith: false })
    const choir = await openChoir(world, { ann: 'admin', bob: 'member' })
    const { orgId } = choir
    const statuses = [choir.owner, choir.ann, choir.bob, ada].map(async (one) => (await save({ orgId }, one)).body.code ?? 'ok')
    expect(await Promise.all(statuses)).toEqual(['ok', 'ok', 'member-rights', 'org-unknown'])
    expect((await world.ok(brandApi.read, { orgId }, choir.ann)).brand).toMatchObject({ name: look.name, accent: '#aa3355', isShown: true })
    expect((await world.call(brandApi.read, { orgId }, choir.bob)).body.code).toBe('member-rights')
  })

  test('R217 a name that looks like ours or holds an address is refused, on its field; any color will do', async () => {
    const { save } = await opened()
    const ours = [
      'Rolecall',
      'The R0lecaII team',
      'Role Call',
      'ROLÉCALL',
      'Rоlеcаll',
      'Rolecall​ Support',
      'Rolec@ll',
      'Ro!ecall',
      'Rołeca∣l',
      'Rølɛcɑll',
      'ɼol℮ⲥall',
    ]
    for (const name of ours)
      expect((await save({ name })).body, name).toMatchObject({ code: 'brand-name-ours', fields: { name: expect.any(String) } })
    for (const replyName of ['pay@bank.example', 'Visit bank.com', 'https://bank.example'])
      expect((await save({ replyName })).body).toMatchObject({ code: 'brand-name-address', fields: { replyName: expect.any(String) } })
    for (const accent of ['#ffffff', '#000000', '#FFFF00']) expect((await save({ accent })).status).toBe(200)
    for (const wrong of [{ accent: 'red' }, { accent: '#fff' }, { name: '' }, { name: 'x'.repeat(61) }, { accent: '#12345g' }])
      expect((await save(wrong)).body.code).toBe('input-invalid')
    for (const name of ['Roller Derby', 'Carole & Alla', 'Müller AG', '株式会社', 'A.B. Smith'])
      expect((await save({ name })).status).toBe(200)
  })

  test('R218 hiding “Made with Rolecall” needs Team', async () => {
    const { world, ada, save, form } = await opened()
    expect((await save({ hideMadeWith: true })).body.code).toBe('team-plan-needed')
    await world.setTier(ada.userId, 'team')
    expect((await save({ hideMadeWith: true })).status).toBe(200)
    expect((await form()).brand?.face?.hidesMadeWith).toBe(true)
    await world.setTier(ada.userId, 'pro')
    expect((await form()).brand?.face?.hidesMadeWith).toBe(false)
  })
})

describe('where it stands', () => {
  test('R216, R221 guests of an event that uses it see it, until the plan ends, and again afterwards; of others nobody does', async () => {
    const { world, ada, groupId, eventId, save, form } = await opened()
    expect((await form()).brand?.face).toBeNull()
    await save()
    const { brand, event } = await form()
    expect(brand?.face).toMatchObject({ name: look.name, hidesMadeWith: false })
    expect(event?.theme).not.toBe('brand')
    expect(factsOf(await form())).toMatchObject({ accent: '#aa3355', over: look.name })
    expect(JSON.stringify(brand)).not.toContain(ada.userId)
    await world.setTier(ada.userId, 'free')
    expect((await form()).brand?.face).toBeNull()
    expect(factsOf(await form()).accent).toBeUndefined()
    expect((await world.ok(brandApi.read, {}, ada)).brand).toMatchObject({ name: look.name, isShown: false })
    await world.setTier(ada.userId, 'pro')
    expect((await form()).brand?.face?.name).toBe(look.name)
    const { event: managed } = await world.ok(eventApi.update, { id: eventId, theme: 'ember' }, ada)
    expect([managed.theme, (await world.ok(rsvpApi.form, { groupId })).brand]).toEqual(['ember', undefined])
  })

  test('R219 a change reaches open pages at once, and an event that begins to use it does too', async () => {
    const { world, ada, groupId, eventId, save } = await opened()
    await world.ok(eventApi.update, { id: eventId, theme: 'ocean' }, ada)
    const [guest, own] = [await world.socket({}), await world.socket(ada)]
    await guest.watch(formRoom(groupId, eventId))
    await own.watch(accountRoom(ada.userId))
    await save()
    await expect.poll(() => own.seen('ownBrand').at(-1)?.brand?.name).toBe(look.name)
    expect(guest.seen('brand')).toEqual([])
    await world.ok(eventApi.update, { id: eventId, theme: 'brand' }, ada)
    await expect.poll(() => guest.seen('form').at(-1)?.brand?.face?.name).toBe(look.name)
    await expect
      .poll(async () => {
        await save({ name: 'Harbor Choir II' })
        return guest.seen('brand').at(-1)?.face?.name
      })
      .toBe('Harbor Choir II')
    await world.setTier(ada.userId, 'free')
    await expect.poll(() => guest.seen('brand').at(-1)?.face).toBeNull()
  })

  test('R217 emails about the event come from “Name via Rolecall”, with the ways out; others stay ours', async () => {
    const { world, ada, groupId, save } = await opened()
    await save()
    await world.ok(rsvpApi.sendCode, { email: 'gina@guests.test', groupId })
    await world.answer(groupId, world.proven('gina@guests.test', groupId), [], { name: 'Gina' })
    await world.runJobs()
    const to = (email: string) => readOutbox(world.services, email)
    const theirs = await to('gina@guests.test')
    expect(new Set(theirs.map(({ subject }) => subject.split(' ')[0]))).toEqual(new Set(['You', 'Your']))
    for (const { fromName, html, text } of theirs) {
      expect(fromName).toBe('Maya at Harbor via Rolecall')
      expect(html).toContain('>Harbor Choir</p>')
      expect(html).toMatch(/\.button\{background:#[0-9a-f]{6}!important/)
      for (const part of [html, text]) for (const word of ['Made with Rolecall', 'Privacy', 'Report abuse']) expect(part).toContain(word)
    }
    for (const { fromName, html } of await to(ada.email)) expect([fromName, html.includes('Harbor')]).toEqual([undefined, false])
  })
})

describe('changes', () => {
  test('R107 who saves over another’s change is told whose it is; nothing is lost', async () => {
    const { world, ada, save } = await opened()
    const { brand } = (await save({ rev: 0 })).body
    await save({ name: 'Newer' })
    expect((await save({ rev: brand.rev, name: 'Older' })).body).toMatchObject({ code: 'stale-rev' })
    expect((await world.ok(brandApi.read, {}, ada)).brand?.name).toBe('Newer')
  })

  test('R219 one act, taken back by the same person within 30 seconds, once', async () => {
    const { world, ada, save, form } = await opened()
    const first = (await save()).body.act
    const { act } = (await save({ name: 'Typo Choir' })).body
    const back = (id: string, as = ada) => world.call(brandApi.undo, { act: id }, as)
    expect((await save({ name: 'Typo Choir' })).body.act).toBeUndefined()
    expect((await back(first)).body.code).toBe('undo-changed')
    expect((await back(act)).body.brand).toMatchObject({ name: look.name })
    expect((await form()).brand?.face?.name).toBe(look.name)
    expect((await back(act)).body.code).toBe('activity-unknown')
    const { act: late } = (await save({ name: 'Late Choir' })).body
    world.clock.advance(minute)
    expect((await back(late)).body.code).toBe('undo-late')
    const choir = await openChoir(world, { ann: 'admin' })
    const { act: theirs } = (await save({ orgId: choir.orgId }, choir.owner)).body
    expect((await world.call(brandApi.undo, { orgId: choir.orgId, act: theirs }, choir.ann)).body.code).toBe('undo-not-yours')
    expect((await world.call(brandApi.undo, { orgId: choir.orgId, act: theirs }, choir.owner)).body.brand).toBeNull()
  })

  test('R220 an operator takes one off, which is logged; nothing of it stays, and nobody gets it back by undoing', async () => {
    const { world, ada, save, form } = await opened()
    const operator = await world.person('operator')
    const { act } = (await save()).body
    expect((await world.ok(operatorApi.people, { find: ada.email }, operator)).people[0]?.brands).toEqual([
      { name: look.name, orgId: null },
    ])
    expect((await world.call(operatorApi.takeOffBrand, { id: ada.userId }, ada)).body.code).toBe('call-unknown')
    await world.ok(operatorApi.takeOffBrand, { id: ada.userId }, operator)
    expect((await form()).brand?.face).toBeNull()
    expect(await world.ok(brandApi.read, {}, ada)).toMatchObject({ brand: null, takenOffAt: expect.any(String) })
    expect((await world.ok(operatorApi.log, {}, operator)).acts[0]).toMatchObject({
      act: 'take-off-brand',
      about: ada.email,
      from: `“${look.name}”`,
    })
    expect((await world.call(brandApi.undo, { act }, ada)).body.code).toBe('activity-unknown')
    expect((await world.call(operatorApi.takeOffBrand, { id: ada.userId }, operator)).body.code).toBe('brand-unknown')
    const choir = await openChoir(world, {})
    await save({ orgId: choir.orgId }, choir.owner)
    await world.ok(operatorApi.takeOffOrgBrand, { id: choir.orgId }, operator)
    expect((await world.ok(brandApi.read, { orgId: choir.orgId }, choir.owner)).brand).toBeNull()
  })

  test('R220 nobody sees the brand of a suspended account', async () => {
    const { world, ada, save, form } = await opened()
    await save()
    await world.ok(operatorApi.suspend, { id: ada.userId, isSuspended: true }, await world.person('operator'))
    expect((await form()).brand?.face).toBeNull()
  })
})
