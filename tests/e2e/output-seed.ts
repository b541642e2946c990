// Fills a running server with one text after the other in every field that somebody is ever shown, and notes where each was put.
import type { z } from 'zod/mini'
import { api } from '#protocol/api.ts'
import type { Endpoint } from '#protocol/kernel/endpoint.ts'
import { messageApi } from '#protocol/mail/message.ts'
import { accessApi } from '#protocol/people/access.ts'
import { accountApi } from '#protocol/people/account.ts'
import { brandApi } from '#protocol/people/brand/brand.ts'
import { memberApi } from '#protocol/people/member.ts'
import { orgApi } from '#protocol/people/org.ts'
import { teamApi } from '#protocol/people/team.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { companionApi } from '#protocol/seats/claims/claim.ts'
import { doorApi } from '#protocol/seats/door/door.ts'
import { walkinApi } from '#protocol/seats/door/walkin.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { handoverApi } from '#protocol/seats/handover.ts'
import { invitationApi } from '#protocol/seats/invitation.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { unlinked } from '#server/kernel/emails/names.ts'
import { shownPlaces, takes } from '../kit/hostile/texts.ts'
import { fromOwnPage } from '../kit/world/own-page.ts'
import type { Stage } from './kit.ts'
import { setPlan } from './plans.ts'
import { type Held, type Host, inDays, openSeed } from './seed.ts'

export interface Seeded extends Held {
  readonly owner: Host
  /** An event of two groups, the cookie of a guest of both, and the link of who comes with them. */
  readonly several: Several & { readonly companionLink: string }
  readonly orgId: string
  readonly guest: string
  readonly cookie: string
}

const places = shownPlaces(api)
/** R217: no brand holds an address. */
const isBrand = (text: string) => unlinked(text) === text.split(/\s+/).join(' ').trim()
/** What an input holds at a place, in every row of its lists. */
const heldAt = (input: unknown, [key, ...inner]: readonly (string | number)[]): unknown[] => {
  if (key === undefined) return [input]
  if (typeof key === 'number') return Array.isArray(input) ? input.flatMap((one) => heldAt(one, inner)) : []
  return typeof input === 'object' && input !== null ? heldAt((input as Record<string, unknown>)[key], inner) : []
}

/** Makes calls, and tells in `open` which places have not yet held each of `texts` that they take. */
function openCalls(stage: Stage, texts: readonly string[]) {
  const open = new Set(
    places.flatMap((one) =>
      texts.filter((text) => takes(one, text) && (one.endpoint !== brandApi.save || isBrand(text))).map((text) => `${one.name}: ${text}`),
    ),
  )
  const note = (endpoint: Endpoint, input: object) => {
    for (const one of places)
      if (one.endpoint === endpoint) for (const text of heldAt(input, one.place)) open.delete(`${one.name}: ${String(text)}`)
  }
  async function call<In extends z.ZodMiniType, Out extends z.ZodMiniType>(
    endpoint: Endpoint<In, Out>,
    input: z.input<In>,
    { token, cookie }: { token?: string; cookie?: string } = {},
  ): Promise<z.output<Out>> {
    const { id, ...rest } = input as { id?: string; eventId?: string; groupId?: string }
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && fromOwnPage(cookie)),
    }
    const sent = endpoint.method === 'GET' ? {} : { body: JSON.stringify(rest) }
    const response = await fetch(
      `${stage.server.url}/api${endpoint.path
        .replace(':id', id ?? '')
        .replace(':eventId', rest.eventId ?? '')
        .replace(':groupId', rest.groupId ?? '')}`,
      {
        method: endpoint.method,
        headers,
        ...sent,
      },
    )
    const body: unknown = await response.json()
    if (!response.ok) throw new Error(`${endpoint.method} ${endpoint.path}: ${response.status} ${JSON.stringify(body)}`)
    note(endpoint, input as object)
    return endpoint.reply.parse(body)
  }
  return { call, open }
}
type Call = ReturnType<typeof openCalls>['call']

/** The text where this place takes it, else a plain one. */
const fits = (name: string, text: string, plain: string) => (places.some((one) => one.name === name && takes(one, text)) ? text : plain)
/** A choice that says the text wherever it may, and a question that is answered with it. */
const questionsOf = (call: string, text: string) => {
  const said = (field: string) => fits(`${call}questions.0.${field}`, text, 'Plain')
  const options = [{ label: said('options.0.label') }, { label: 'None' }]
  return [
    { _id: 'pick', label: said('label'), help: said('help'), kind: 'choice' as const, options },
    { _id: 'some', label: 'Some of them', kind: 'choices' as const, options },
    { _id: 'words', label: 'In your words', kind: 'text' as const },
  ]
}
const times = (later: number) => ({ start: inDays(10 + later).toISOString(), end: inDays(11 + later).toISOString() })
const when = () => times(0)

/** An account called `text`, whose organization `text` has `admin` as an admin, and whose event `text` has an answer of `text`. */
async function plant(
  call: Call,
  { mailbox, prove }: Pick<Stage, 'mailbox'> & { prove: (held: Held, email: string) => Promise<string> },
  owner: Host,
  admin: Host,
  text: string,
  nth: number,
) {
  const name = fits('account.updateName name', text, `Plain ${nth}`)
  const mobile = fits('org.create owner.mobile', text, '')
  await call(accountApi.updateName, { name }, owner)
  const { orgId } = await call(orgApi.create, { organization: { name }, owner: { name, email: owner.email, mobile } }, owner)
  const extra = ['a', 'b', 'c', 'd'].map((letter) => `${letter}${nth}@members.test`)
  await call(
    orgApi.addBulk,
    { members: [{ email: admin.email }, { name: text, email: extra[0] }, { mobile: text, email: extra[1] }], orgId },
    owner,
  )
  await call(memberApi.answer, { id: orgId, accept: true }, admin)
  const user = [
    { name: text, email: extra[2] },
    { mobile: text, email: extra[3] },
    { name: text, email: text, mobile: text },
  ]
  await call(orgApi.addMembers, { members: user.map((one) => ({ user: one, organization: { orgId } })) }, owner)
  await call(orgApi.addBulk, { members: [{ name: text, email: text, mobile: text }], orgId }, owner)
  const { members } = await call(orgApi.members, { id: orgId }, owner)
  const admins = members.find(({ user }) => user.email === admin.email)?._id ?? ''
  await call(orgApi.setRole, { id: admins, orgId, role: 'admin' }, owner)
  const texts = { name, description: text }
  const roles = [{ name, max: 5 }]
  const faceOf = (call: string) => ({
    location: fits(`${call}location`, text, ''),
    dressCode: fits(`${call}dressCode`, text, ''),
    hostName: fits(`${call}hostName`, text, ''),
  })
  const inGroup = (call: string) => ({ location: fits(`${call}location`, text, ''), questions: questionsOf(call, text) })
  const event = {
    ...texts,
    ...faceOf('event.createWithGroup event.'),
    ...when(),
    ownerOrgId: orgId,
    assignmentRules: { enableRoleAssignment: false, enableRoleSelfSelect: true },
  }
  const made = await call(
    eventApi.createWithGroup,
    { event, groups: [{ ...texts, ...inGroup('event.createWithGroup groups.0.'), roles, limitToMembers: false, maxCompanions: 1 }] },
    owner,
  )
  const [eventId, groupId] = [made.event._id, made.groupId]
  await call(eventApi.update, { id: eventId, ...texts, ...faceOf('event.update '), roles }, owner)
  await call(groupApi.update, { id: groupId, ...texts, ...inGroup('group.update '), roles }, owner)
  const [held, guest] = [{ eventId, groupId, invitation: `/rsvp/${groupId}?eventId=${eventId}` }, `guest${nth}@guests.test`]
  const cookie = await prove(held, guest)
  const answer = { groupId, eventId, email: guest, attending: true, answers: [{ questionId: 'words', value: text }] }
  await call(rsvpApi.submit, { ...answer, name, roles: [{ name }], companions: [{ name, roles: [{ name }] }], note: name }, { cookie })
  await call(rsvpApi.submit, { ...answer, name, roles: [name], companions: [{ name, roles: [name] }], note: name }, { cookie })
  await call(doorApi.makePhone, { eventId, name: fits('door.makePhone name', text, 'Plain') }, owner)
  const several = await plantGroups(call, prove, owner, text, nth)
  const companionLink = await claim(call, mailbox, several, text, nth)
  await admit(call, several, owner, text)
  const brand = isBrand(text) ? text : 'Plain'
  const named = { name: fits('brand.save name', brand, 'Plain'), replyName: fits('brand.save replyName', brand, '') }
  await call(brandApi.save, { ...named, accent: '#2f5bd7' }, owner)
  const seeded: Seeded = { ...held, owner, several: { ...several, companionLink }, orgId, guest, cookie }
  await writeTo(call, seeded, text, nth)
  return seeded
}

/** An event of two groups, the second with `text` wherever it is taken, and somebody who answers for both. */
async function plantGroups(call: Call, prove: (held: Held, email: string) => Promise<string>, owner: Host, text: string, nth: number) {
  const place = 'event.addGroup group.'
  const name = fits(`${place}name`, text, `Plain ${nth}`)
  const event = { name: 'Several', ...when(), assignmentRules: { enableRoleAssignment: false, enableRoleSelfSelect: true } }
  const made = await call(eventApi.createWithGroup, { event, groups: [{ roles: [{ name: 'Guest', max: 5 }] }] }, owner)
  const [eventId, first] = [made.event._id, made.groupId]
  const face = { location: fits(`${place}location`, text, ''), questions: questionsOf(place, text) }
  const group = { name, description: text, ...face, ...times(1), roles: [{ name, max: 6 }], maxCompanions: 2 }
  const { groupId } = await call(eventApi.addGroup, { id: eventId, group }, owner)
  const email = `both${nth}@guests.test`
  const cookie = await prove({ eventId, groupId: first, invitation: '' }, email)
  const answerOf = (role: string | { name: string }) => ({
    groupId,
    attending: true,
    roles: [role],
    companions: [
      { name, roles: [role] },
      { name, roles: [role] },
    ],
    answers: [{ questionId: 'words', value: text }],
  })
  for (const role of [{ name }, name])
    await call(
      rsvpApi.submit,
      { eventId, name, email, note: name, groups: [{ groupId: first, name, attending: true, roles: [] }, answerOf(role)] },
      { cookie },
    )
  return { eventId, groupId, role: name, cookie }
}
type Several = Awaited<ReturnType<typeof plantGroups>>

/** Both companions of that guest get a link, under another name; one answers, under a third. Gives the link of the other. */
async function claim(call: Call, mailbox: Stage['mailbox'], { eventId, groupId, cookie }: Several, text: string, nth: number) {
  const { rsvp } = await call(rsvpApi.form, { groupId, eventId }, { cookie })
  const links: string[] = []
  for (const [at, { _id: companionId }] of (rsvp?.companions ?? []).entries()) {
    const email = `along${nth}_${at}@guests.test`
    await call(companionApi.link, { groupId, eventId, companionId, name: fits('companion.link name', text, ''), email }, { cookie })
    links.push(await mailbox.link(email, /Your seat at/))
  }
  const [first = '', second = ''] = links
  const token = new URL(first).searchParams.get('token') ?? ''
  await call(companionApi.accept, { token, name: fits('companion.accept name', text, 'Plain') })
  return second
}

/** A seat of that role is kept at the door, and another given to who comes without an answer. */
async function admit(call: Call, { eventId, groupId, role }: Several, owner: Host, text: string) {
  await call(doorApi.lease, { eventId, groupId, role, seats: 1 }, owner)
  await call(walkinApi.add, { eventId, groupId, scanId: crypto.randomUUID(), name: fits('walkin.add name', text, 'Plain'), role }, owner)
}

/** Invites, writes to the guests, and has one offer their seat to somebody, each with `text` wherever it is taken. */
async function writeTo(call: Call, { groupId: id, eventId, owner, cookie }: Seeded, text: string, nth: number) {
  const people = [
    { email: `invited${nth}@guests.test`, name: text, roles: [text] },
    { email: text, name: text, roles: [text] },
    { email: `known${nth}@guests.test`, name: text, answers: [{ question: text, answer: text }] },
  ]
  const message = fits('invitation.send message', text, '')
  await call(invitationApi.send, { id, people, message }, owner)
  await call(invitationApi.again, { id, message }, owner)
  const words = { subject: fits('message.send subject', text, 'Hello'), text }
  await call(messageApi.test, { id, ...words }, owner)
  await call(messageApi.send, { id, audience: {}, ...words }, owner)
  await call(teamApi.add, { id: eventId, email: `helper${nth}@members.test`, role: 'manager' }, owner)
  const name = fits('handover.begin name', text, 'Bo')
  await call(handoverApi.begin, { groupId: id, eventId, name, email: `named${nth}@guests.test` }, { cookie })
}

/** The address of the third kind of people, those with names of their own; with a formula's first character where the name begins so. */
const thirdEmail = (name: string, nth: number) => `${/^[=+-]/.exec(name)?.[0] ?? ''}third${nth}@guests.test`

/** Members of our organization under these names, to be assigned. */
async function enrol(call: Call, admin: Host, orgId: string, texts: readonly string[], names: readonly string[]) {
  const twice = ['first', 'second'].flatMap((which) => texts.map((name, nth) => ({ name, email: `${which}${nth}@guests.test` })))
  await call(orgApi.addBulk, { members: [...twice, ...names.map((name, nth) => ({ name, email: thirdEmail(name, nth) }))], orgId }, admin)
}

/** An event with all texts as roles, each assigned to somebody of that name and then to another. */
async function assignAll(call: Call, admin: Host, orgId: string, texts: readonly string[], names: readonly string[]): Promise<Held> {
  const event = {
    name: 'Assigned',
    ...when(),
    ownerOrgId: orgId,
    assignmentRules: { enableRoleAssignment: true, enableRoleSelfSelect: false },
  }
  const groups = [{ limitToMembers: false }]
  const made = await call(eventApi.createWithGroup, { event, groups }, admin)
  const [id, groupId] = [made.event._id, made.groupId]
  for (const [nth, text] of texts.entries()) {
    await call(groupApi.addRole, { id: groupId, name: text, max: names.length + 1 }, admin)
    const who = { id, groupId, roleName: text }
    const { rsvps } = await call(assignApi.assign, { ...who, name: text, email: `first${nth}@guests.test` }, admin)
    const fromRsvpId = rsvps.find(({ email }) => email === `first${nth}@guests.test`)?._id ?? ''
    await call(assignApi.reassign, { ...who, fromRsvpId, toName: text, toEmail: `second${nth}@guests.test` }, admin)
    await call(assignApi.assign, { ...who, name: text, email: `second${nth}@guests.test`, insteadOf: [text] }, admin) // stays as it is
  }
  for (const [nth, name] of names.entries())
    await call(assignApi.assign, { id, groupId, name, email: thirdEmail(name, nth), roleName: texts[nth % 4] ?? '' }, admin)
  return { eventId: id, groupId, invitation: `/rsvp/${groupId}?eventId=${id}` }
}

/** Fills the server with `texts`; `names` are further names of people. Gives what there is, and which texts had no place. */
export async function seedTexts(stage: Stage, texts: readonly string[], names: readonly string[]) {
  const { host, prove } = openSeed(stage)
  const { call, open } = openCalls(stage, texts)
  const [admin, ...owners] = await Promise.all([...['admin', ...texts].keys()].map(() => host('owner')))
  if (!admin) throw new Error('nobody is here')
  await setPlan(stage.server, [admin, ...owners], 'enterprise')
  const seeded = await Promise.all(
    owners.map((owner, nth) => plant(call, { mailbox: stage.mailbox, prove }, owner, admin, texts[nth] ?? '', nth)),
  )
  const short = texts.filter((text) => takes({ name: '', endpoint: groupApi.addRole, place: ['name'] }, text))
  for (const text of texts) {
    const name = fits('group.create name', text, '')
    const questions = questionsOf('group.create ', text)
    await call(groupApi.create, { name, description: text, questions, roles: [{ name: name || 'Guest', max: 2 }] }, admin)
  }
  const { orgId } = await call(orgApi.create, { organization: { name: 'Ours' }, owner: { email: admin.email } }, admin)
  await enrol(call, admin, orgId, short, names)
  const assigned = await assignAll(call, admin, orgId, short, names)
  const me = await call(accessApi.logIn, { email: admin.email, password: admin.password })
  return { admin: { ...admin, token: me.token }, seeded, assigned, short, open: [...open] }
}
