// R255a: whatever is accepted by an emailed link says before whom it is for, where whoever opens it is known by another address; and accepting is as it was.
import { expect, test } from 'vitest'
import { memberApi } from '#protocol/people/member.ts'
import { ownershipApi } from '#protocol/people/ownership.ts'
import { teamApi } from '#protocol/people/team.ts'
import { teamRoles } from '#protocol/people/team-roles.ts'
import { companionApi } from '#protocol/seats/claims/claim.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { handoverApi } from '#protocol/seats/handover.ts'
import { routes } from '#server/app/app.ts'
import { proofCookie } from '#server/people/identity/cookies.ts'
import { everyGroup, proofText } from '#server/people/rules/proof.ts'
import type { As } from '../kit/world/client.ts'
import { openChoir } from '../kit/world/organization.ts'
import { openWorld } from '../kit/world/world.ts'

const invited = 'bo@people.test'
const other = 'eva@people.test'

/** An organization and an event that invite Bo, a guest of it with company, and Eva, who isn't meant. */
async function opened() {
  const world = await openWorld()
  const bo = await world.person('bo', 'team')
  const eva = await world.person('eva', 'team')
  const choir = await openChoir(world, {})
  const roles = [{ name: 'Guest', max: 9 }]
  const { eventId: id, groupId } = await world.event(
    choir.owner,
    roles,
    { limitToMembers: false },
    { assignmentRules: { enableRoleSelfSelect: true } },
  )
  await world.ok(groupApi.settings, { id: groupId, maxCompanions: 2 }, choir.owner)
  const gina = world.proven('gina@guests.test', groupId)
  const { body } = await world.answer(groupId, gina, ['Guest'], { companions: [{ name: 'Mia' }] })
  const companionId = String(body.rsvp.companions[0]._id)
  return { world, bo, eva, choir, id, groupId, gina, companionId }
}
type Stage = Awaited<ReturnType<typeof opened>>

interface Opened {
  readonly invitation?: Opened
  readonly hereAs?: string | undefined
}
interface Kind {
  readonly send: (stage: Stage) => Promise<unknown>
  readonly open: (stage: Stage, token: string, as: As) => Promise<Opened>
  readonly accept: (stage: Stage, token: string, as: As) => Promise<{ status: number; body: { code?: unknown } }>
  /** Where the rule of the link lets only an account of that very address accept. */
  readonly onlyTheirs?: true
  /** Where the page says where it was sent only in part. */
  readonly isMasked?: true
}
const byTeam = {
  open: ({ world }: Stage, token: string, as: As) => world.ok(teamApi.open, { token }, as),
  accept: ({ world }: Stage, token: string, as: As) => world.call(teamApi.accept, { token }, as),
  isMasked: true as const,
}
/** Each kind of link by which something is accepted. */
const kinds: Record<string, Kind> = {
  'membership of an organization': {
    send: ({ choir }) => choir.invite('bo'),
    open: ({ world }, token, as) => world.ok(memberApi.readInvitation, { token }, as),
    accept: ({ world }, token, as) => world.call(memberApi.answerByLink, { token, accept: true }, as),
    isMasked: true,
  },
  ...Object.fromEntries(
    teamRoles.map((role): [string, Kind] => [
      `help with an event as ${role}`,
      { send: ({ world, choir, id }) => world.ok(teamApi.add, { id, email: invited, role }, choir.owner), ...byTeam },
    ]),
  ),
  'an event passed on': {
    send: ({ world, choir, id }) => world.ok(ownershipApi.offer, { id, email: invited }, choir.owner),
    ...byTeam,
    onlyTheirs: true,
  },
  'a seat handed over': {
    send: ({ world, groupId, gina }) => world.ok(handoverApi.begin, { groupId, name: 'Bo', email: invited }, gina),
    open: ({ world }, token, as) => world.ok(handoverApi.open, { token }, as),
    accept: ({ world }, token, as) => world.call(handoverApi.accept, { token }, as),
  },
  'the seat of who comes along': {
    send: ({ world, groupId, gina, companionId }) => world.ok(companionApi.link, { groupId, companionId, email: invited }, gina),
    open: ({ world }, token, as) => world.ok(companionApi.open, { token }, as),
    accept: ({ world }, token, as) => world.call(companionApi.accept, { token, name: 'Bo' }, as),
  },
}

/** What takes the token of a link and accepts nothing for somebody: ways in, what one has made or answered, emails, phones at a door, and a no. */
const others =
  /^\/(auth\/(verify-email|reset-password)|token-access\/(validate|open)|event\/:id\/publish|door\/pair|rsvp\/(verify-link|open)|notice\/(open|stop|resume)|hand-over\/decline)$/

test('R255a every call that takes the token of a link is of one of these kinds, or accepts nothing', () => {
  const ours = [memberApi.readInvitation, memberApi.answerByLink, teamApi.open, teamApi.accept]
  const seats = [handoverApi.open, handoverApi.accept, companionApi.open, companionApi.accept]
  const known = new Set([...ours, ...seats].map(({ path }) => path))
  const shapeOf = (input: object) => (input as { def?: { shape?: object } }).def?.shape ?? {}
  const found = routes.map(({ endpoint }) => endpoint).filter(({ input }) => 'token' in shapeOf(input))
  expect(found.length).toBeGreaterThan(15)
  expect(found.map(({ path }) => path).filter((path) => !known.has(path) && !others.test(path))).toEqual([])
})

/** Who may open it, and by which other address they are known. */
async function waysIn({ world, bo, eva, groupId }: Stage): Promise<Record<string, [as: As, hereAs: string | undefined]>> {
  const [evas, bos] = [await world.link(other), await world.link(invited)]
  const everywhere = (email: string): As => {
    const proof = world.services.secrets.sign(proofText(everyGroup, email, world.clock.now()))
    return { cookie: `${proofCookie(everyGroup, world.services.publicUrl)}=${proof}` }
  }
  return {
    'by nobody': [{}, undefined],
    'by their account': [bo, undefined],
    'by their sign-in link': [bos, undefined],
    'by another account': [eva, other],
    'by a sign-in link of another': [evas, other],
    'with a proof of theirs for every group': [everywhere(invited), undefined],
    'with a proof of another’s for every group': [everywhere(other), other],
    'with a proof of another’s for the group': [world.proven(other, groupId), other],
    'by another account, with a proof of theirs': [{ ...eva, ...everywhere(invited) }, undefined],
  }
}

test.each(Object.entries(kinds))('R255a %s says whom one is known as where that is another, and is accepted as before', async (_, kind) => {
  const stage = await opened()
  await kind.send(stage)
  const token = /[?&]token=([\w.-]+)/.exec((await stage.world.mails(invited))[0]?.text ?? '')?.[1] ?? ''
  const ways = await waysIn(stage)
  // Which group an organization’s or a team’s link is about is no question: a proof for one group counts in it alone.
  if (kind.isMasked) delete ways['with a proof of another’s for the group']
  // What belongs to an account is for whoever is logged in, whatever the browser has proven besides.
  if (kind.isMasked)
    ways['by another account, with a proof of theirs'] = [ways['by another account, with a proof of theirs']?.[0] ?? {}, other]
  const found: Record<string, unknown> = {}
  const said: string[] = []
  for (const [way, [as]] of Object.entries(ways)) {
    const body = await kind.open(stage, token, as)
    found[way] = (body.invitation ?? body).hereAs
    said.push(JSON.stringify(body))
  }
  expect(found).toEqual(Object.fromEntries(Object.entries(ways).map(([way, [, hereAs]]) => [way, hereAs])))
  expect(said.filter((one) => one.includes(invited))).toHaveLength(kind.isMasked ? 0 : said.length)
  const accepted = await kind.accept(stage, token, stage.eva)
  expect(accepted.body.code).toBe(kind.onlyTheirs && 'owner-account')
})
