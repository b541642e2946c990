// Every place in the contract where somebody may send a text, found by asking the schemas: a new field is there by itself.
import { z } from 'zod'
import type { api } from '#protocol/api.ts'
import type { Endpoint } from '#protocol/kernel/endpoint.ts'

type Place = readonly (string | number)[]
interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly type?: string
}

type Calls = typeof api | Record<string, Record<string, Endpoint>>

export interface TextPlace {
  /** Such as 'event.createWithGroup groups.0.roles.0.name'. */
  readonly name: string
  readonly endpoint: Endpoint
  readonly place: Place
}

function leaves(shape: Shape, place: Place = []): Place[] {
  return [
    ...(shape.type === 'string' ? [place] : []),
    ...Object.entries(shape.properties ?? {}).flatMap(([key, one]) => leaves(one, [...place, key])),
    ...(shape.items ? leaves(shape.items, [...place, 0]) : []),
    ...(shape.anyOf ?? []).flatMap((one) => leaves(one, place)),
  ]
}

/** Gives every place of these calls whose value is a text, however narrow. */
export function textPlaces(calls: Calls): TextPlace[] {
  const found = Object.entries(calls).flatMap(([noun, all]) =>
    Object.entries(all as Record<string, Endpoint>).flatMap(([call, endpoint]) => {
      const shape = z.toJSONSchema(endpoint.input as never, { io: 'input', unrepresentable: 'any' }) as Shape
      return leaves(shape).map((place) => ({ name: `${noun}.${call} ${place.join('.')}`, endpoint, place }))
    }),
  )
  return [...new Map(found.map((one) => [one.name, one])).values()]
}

/** Gives an input with `value` at `place`, and nothing else but what holds it. */
export function planted(place: Place, value: unknown): object {
  const [key, ...inner] = place
  const held = inner.length > 0 ? planted(inner, value) : value
  return typeof key === 'string' ? { [key]: held } : [held]
}

/** Whether what is wrong is wrong at this place; of several shapes of an input, in each of them. */
const areAbout = (issues: readonly z.core.$ZodIssue[], place: Place): boolean =>
  issues.some((issue) => {
    if (issue.path.length > 0) return issue.path.every((key, at) => key === place[at])
    if (issue.code === 'invalid_union') return issue.errors.length > 0 && issue.errors.every((one) => areAbout(one, place))
    return issue.code === 'unrecognized_keys' && issue.keys.includes(String(place[0]))
  })

/** Tells whether the schema has nothing against `text` at this place. */
export function takes({ endpoint, place }: TextPlace, text: string): boolean {
  const { success, error } = z.safeParse(endpoint.input as never, planted(place, text))
  return success || !areAbout(error.issues, place)
}

/** Texts that are only compared or passed on, so that nobody is ever shown them: secrets, codes, names of what is there already. */
export const neverShown: readonly string[] = [
  'access.signUp password',
  'access.logIn password',
  'access.openLink token',
  'access.verifyEmail token',
  'access.verifyEmail password',
  'team.accept password',
  'access.verifyEmail newPassword',
  'access.resetPassword token',
  'access.resetPassword newPassword',
  'access.validateLink token',
  'access.validateReset token',
  'assign.reassign fromName',
  'assign.remove roleName',
  'checkout.session session_id',
  'checkout.subscribe promoCode',
  'door.pair token',
  'door.scan scans.0.pass',
  'event.mine search',
  'guest.open token',
  'message.count audience.roles.0',
  'message.send audience.roles.0',
  'notice.open token',
  'notice.resume token',
  'notice.stop token',
  'companion.open token',
  'companion.accept token',
  'handover.open token',
  'handover.accept token',
  'handover.decline token',
  'member.answerByLink token',
  'member.readInvitation token',
  'event.addGroup group.questions.0.of.0',
  'event.addGroup group.roles.0._id',
  'event.createWithGroup groups.0.questions.0.of.0',
  'event.createWithGroup groups.0.roles.0._id',
  'event.update roles.0._id',
  'group.create location', // refused: only a group of an event has a place
  'group.create questions.0.of.0',
  'group.create roles.0._id',
  'group.removeRole name',
  'group.setRoleMax name',
  'group.update questions.0.of.0',
  'group.update roles.0._id',
  'operator.people find',
  'org.addMembers members.0.member.status',
  'org.create organization.external.app',
  'plan.changePlan promoCode',
  'plan.previewChange promoCode',
  'rsvp.form code',
  'rsvp.verifyCode code',
  'pass.open pass',
  'pending.publish token',
  'proof.verifyLink token',
  'rsvp.submit groups.0.waitFor.0',
  'rsvp.submit groups.0.waitFor.0.name',
  'rsvp.submit waitFor.0',
  'rsvp.submit waitFor.0.name',
  'team.accept token',
  'team.open token',
  'waitlist.change roleName',
  'waitlist.offer role',
]
/** Nothing but what markup is made of, short enough for a code and long enough for a password. */
const probes = ['<b\'">', '<b class="\'&">']

/** Gives the places that take any character. */
export const freePlaces = (calls: Calls) => textPlaces(calls).filter((one) => probes.some((text) => takes(one, text)))

/** Gives the places whose texts are kept and shown, with any character in them. */
export const shownPlaces = (calls: Calls) => freePlaces(calls).filter(({ name }) => !neverShown.includes(name))
