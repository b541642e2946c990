// The calls of an event's photo (R224), each with what it must leave behind exactly once.
import { operatorApi } from '#protocol/app/operator.ts'
import { faceApi } from '#protocol/people/face.ts'
import { photoApi } from '#protocol/seats/photo/photo.ts'
import { users } from '#server/people/model/account.ts'
import { pictures } from '#server/people/model/picture.ts'
import { events } from '#server/seats/model/event.ts'
import { dot } from '../pictures/dot.ts'
import type { World } from '../world/world.ts'
import type { WritingCall } from './injected-calls.ts'

async function anEvent(world: World) {
  const ada = await world.person('ada')
  return { ada, id: (await world.event(ada)).eventId }
}
const hasPhoto: NonNullable<WritingCall['shows']>['read'] = ({ all }) => all(events).map(({ photo }) => Boolean(photo))
/** Whether somebody has one, and how many of the files stand somewhere. */
const hasFace: NonNullable<WritingCall['shows']>['read'] = ({ all }) => [
  all(users).some(({ face }) => Boolean(face?.photo)),
  all(pictures).filter(({ uses }) => uses > 0).length,
]

export const photoCalls: Readonly<Record<string, WritingCall>> = {
  'R224 a photo': {
    adds: { pictures: 2, pictureBudgets: 1, activities: 1 },
    shows: { read: hasPhoto, before: [false], after: [true] },
    async open(world) {
      const { ada, id } = await anEvent(world)
      return (to) => to.call(photoApi.set, { id, bytes: dot }, ada)
    },
  },
  'R224 a person’s picture': {
    adds: { pictures: 2, pictureBudgets: 1 },
    shows: { read: hasFace, before: [false, 0], after: [true, 2] },
    async open(world) {
      const ada = await world.person('ada')
      return (to) => to.call(faceApi.set, { bytes: dot }, ada)
    },
  },
  'R224 a person’s picture taken off': {
    adds: {},
    shows: { read: hasFace, before: [true, 2], after: [false, 0] },
    async open(world) {
      const ada = await world.person('ada')
      await world.ok(faceApi.set, { bytes: dot }, ada)
      return (to) => to.call(faceApi.remove, {}, ada)
    },
  },
  'R219 a person’s picture as it was before': {
    adds: {},
    shows: { read: hasFace, before: [true, 2], after: [false, 0] },
    again: 'activity-unknown',
    async open(world) {
      const ada = await world.person('ada')
      const { act = '' } = await world.ok(faceApi.set, { bytes: dot }, ada)
      return (to) => to.call(faceApi.undo, { act }, ada)
    },
  },
  'R220 a person’s picture that an operator takes off': {
    adds: { operator_acts: 1 },
    shows: { read: hasFace, before: [true, 2], after: [false, 0] },
    again: 'photo-unknown',
    async open(world) {
      const ada = await world.person('ada')
      await world.ok(faceApi.set, { bytes: dot }, ada)
      const operator = await world.person('operator')
      return (to) => to.call(operatorApi.takeOffPhoto, { id: ada.userId }, operator)
    },
  },
  'R220 a photo that an operator takes off': {
    adds: { operator_acts: 1, activities: 1 },
    shows: { read: hasPhoto, before: [true], after: [false] },
    again: 'photo-unknown',
    async open(world) {
      const { ada, id } = await anEvent(world)
      await world.ok(photoApi.set, { id, bytes: dot }, ada)
      const operator = await world.person('operator')
      return (to) => to.call(operatorApi.takeOffEventPhoto, { id }, operator)
    },
  },
  'R224 a photo taken off': {
    adds: { activities: 1 },
    shows: { read: hasPhoto, before: [true], after: [false] },
    async open(world) {
      const { ada, id } = await anEvent(world)
      await world.ok(photoApi.set, { id, bytes: dot }, ada)
      return (to) => to.call(photoApi.remove, { id }, ada)
    },
  },
}
