// The passes of who comes along: in the guest's emails and calendar, without a name, until they answer for themselves.
import { describe, expect, test } from 'vitest'
import { companionApi } from '#protocol/seats/claims/claim.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { openStage } from '../companions/stage.ts'
import { day, hour } from '../kit/world/clock.ts'
import { mailRound } from '../kit/world/notices.ts'
import { openSeveral } from '../kit/world/several.ts'
import { guestNo, type World } from '../kit/world/world.ts'
import { pass as letPass, openPost } from '../reminder/stage.ts'

/** What is said of each pass, and its link, as they follow each other. */
const passesIn = (text: unknown) =>
  [
    ...String(text)
      .replaceAll('\r\n ', '')
      .replaceAll('\\n', '\n')
      .matchAll(/^(.* pass for .*):\s+(https?:\S+\/p#[\w-]+)/gm),
  ].map(([, said = '', link = '']) => [said.replace(/^DESCRIPTION:/, ''), link])
const fileOf = async (world: World, groupId: string, guest: object) =>
  (await world.send('GET', `/api/rsvp/calendar.ics?groupId=${groupId}`, undefined, guest)).body
/** The card's, with the words that emails and calendars have for them. */
async function expected(stage: Awaited<ReturnType<typeof openStage>>, n: number, words: readonly string[]) {
  const { passes = [] } = (await stage.own(n)) ?? {}
  expect(passes).toHaveLength(words.length)
  return words.map((said, nth) => [said, passes[nth]?.url])
}
const own = 'Your pass for the door'

describe('R180b a party’s passes', () => {
  test('R180b R174 the calendar file, the entry of the email and the reminder have one of each who comes, and no name of a companion', async () => {
    const stage = await openStage()
    const { world, groupId } = stage
    await stage.party(1, 3, { companions: [{ name: 'Mia' }, {}] })
    await stage.party(2, 2)
    const three = await expected(stage, 1, [own, 'Companion 1’s pass for the door', 'Companion 2’s pass for the door'])
    const two = await expected(stage, 2, [own, 'Your companion’s pass for the door'])
    expect(new Set([...three, ...two].map(([, url]) => url)).size).toBe(5)
    expect(passesIn(await fileOf(world, groupId, stage.guest(1)))).toEqual(three)
    const entry = (await world.mails(guestNo(1)))[0]?.attachments[0]?.text
    expect(passesIn(entry)).toEqual(three)
    expect(passesIn((await world.mails(guestNo(2)))[0]?.attachments[0]?.text)).toEqual(two)
    const post = openPost(world)
    await letPass(world, post, 8 * day, hour)
    const [first, second] = [1, 2].map((n) => post.sent.find(({ to, subject }) => to === guestNo(n) && subject.startsWith('Coming up')))
    expect([passesIn(first?.text), passesIn(second?.text)]).toEqual([three, two])
    expect([entry, first?.text, await fileOf(world, groupId, stage.guest(1))].join()).not.toContain('Mia')
  })

  test('R180b R175 who answers for themselves has their pass alone: the guest’s calendar, their email about it and the reminder have it no more', async () => {
    const stage = await openStage()
    const { world, groupId } = stage
    await stage.party(1, 3)
    const [, , theirs] = (await stage.own(1))?.passes ?? []
    const companionId = theirs?.companionId ?? ''
    await world.ok(companionApi.link, { groupId, companionId, email: guestNo(2) }, stage.guest(1))
    expect(passesIn(await fileOf(world, groupId, stage.guest(1)))).toHaveLength(3)
    const token = /companion\?token=([\w.-]+)/.exec(await stage.newestEmail(2))?.[1] ?? ''
    await world.ok(companionApi.accept, { token })
    const [mail] = await world.mails(guestNo(1))
    expect(mail?.subject).toContain('has a seat of their own')
    const left = [own, 'Your companion’s pass for the door']
    expect(passesIn(mail?.attachments[0]?.text).map(([said]) => said)).toEqual(left)
    const [giver, claimer] = await Promise.all([1, 2].map((n) => fileOf(world, groupId, stage.guest(n))))
    expect([passesIn(giver).map(([said]) => said), passesIn(claimer).map(([said]) => said)]).toEqual([left, [own]])
    const post = openPost(world)
    await letPass(world, post, 8 * day, hour)
    const linksOf = (n: number) => passesIn(post.sent.find(({ to, subject }) => to === guestNo(n) && subject.startsWith('Coming up'))?.text)
    expect([linksOf(1).map(([said]) => said), linksOf(2)]).toEqual([left, passesIn(claimer)])
    expect(linksOf(1).some(([, link]) => link === linksOf(2)[0]?.[1] || link === theirs?.url)).toBe(false)
  })

  test('R180b R154 an email about several groups has at most 24, of each group the guest’s own, and says where the others are', async () => {
    const times = { Bar: [0, 2], Door: [3, 5], Stage: [6, 8] } as const
    const stage = await openSeveral(times, {
      tier: 'team',
      roles: [{ name: 'Guest', max: 40 }],
      event: { assignmentRules: { enableRoleSelfSelect: true } },
    })
    for (const name of Object.keys(times)) await stage.world.ok(groupApi.settings, { id: stage.idOf(name), maxCompanions: 10 }, stage.ada)
    const { world, one, send, guest, idOf } = stage
    const along = Array.from({ length: 10 }, () => ({}))
    expect((await send(Object.keys(times).map((name) => ({ ...one(name), companions: along }) as never))).status).toBe(200)
    const form = await world.ok(rsvpApi.form, { groupId: idOf('Bar') }, guest)
    expect(form.rsvp?.passes).toHaveLength(11)
    const sent: { to: string; subject: string; text: string; html: string }[] = []
    for (let n = 0; n < 8 * 24; n++) {
      world.clock.advance(hour)
      await world.runJobs()
      await mailRound(world, { name: 'smtp', keeps: false, send: async (mail) => void sent.push(mail) })
    }
    const mail = sent.find(({ subject }) => subject.startsWith('Coming up'))
    const found = passesIn(mail?.text)
    expect(found).toHaveLength(24)
    expect(found.filter(([said]) => said?.startsWith('Your pass')).map(([said]) => said)).toEqual(
      ['Bar', 'Door', 'Stage'].map((name) => `Your pass for “${name}”`),
    )
    expect(found[1]?.[0]).toBe('Companion 1’s pass for “Bar”')
    expect(mail?.text.match(/The passes of your other companions there are on the page of your answers\./g)).toHaveLength(3)
    // Where many mail programs cut an email off.
    expect(Buffer.byteLength(mail?.html ?? '')).toBeLessThan(50_000)
  })
})
