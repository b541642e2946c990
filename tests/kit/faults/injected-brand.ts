// The calls of brands (R212, R219, R220), each with what it must leave behind exactly once.
import { operatorApi } from '#protocol/app/operator.ts'
import { brandApi } from '#protocol/people/brand/brand.ts'
import { brands } from '#server/people/model/brand.ts'
import { pictures } from '#server/people/model/picture.ts'
import { dot } from '../pictures/dot.ts'
import { openChoir } from '../world/organization.ts'
import type { World } from '../world/world.ts'
import type { WritingCall } from './injected-calls.ts'

const look = { name: 'Harbor', accent: '#aa3355' }
const names = { read: ({ all }) => all(brands).map(({ name }) => name) } satisfies Pick<NonNullable<WritingCall['shows']>, 'read'>
const hasLogo: NonNullable<WritingCall['shows']>['read'] = ({ all }) => [
  all(brands).some(({ logo }) => Boolean(logo)),
  all(pictures).filter(({ uses }) => uses > 0).length,
]

async function branded(world: World) {
  const ada = await world.person('ada', 'pro')
  const { act = '' } = await world.ok(brandApi.save, look, ada)
  return { ada, act }
}

export const brandCalls: Readonly<Record<string, WritingCall>> = {
  'R212 a brand': {
    adds: { brands: 1 },
    async open(world) {
      const ada = await world.person('ada', 'pro')
      return (to) => to.call(brandApi.save, look, ada)
    },
  },
  'R214 a logo': {
    adds: { pictures: 1, pictureBudgets: 1 },
    shows: { read: hasLogo, before: [false, 0], after: [true, 1] },
    async open(world) {
      const { ada } = await branded(world)
      return (to) => to.call(brandApi.setLogo, { bytes: dot }, ada)
    },
  },
  'R214 a logo taken off': {
    adds: {},
    shows: { read: hasLogo, before: [true, 1], after: [false, 0] },
    async open(world) {
      const { ada } = await branded(world)
      await world.ok(brandApi.setLogo, { bytes: dot }, ada)
      return (to) => to.call(brandApi.removeLogo, {}, ada)
    },
  },
  'R219 a brand as it was before': {
    adds: {},
    shows: { ...names, before: ['Typo'], after: ['Harbor'] },
    again: 'activity-unknown',
    async open(world) {
      const { ada } = await branded(world)
      const { act = '' } = await world.ok(brandApi.save, { ...look, name: 'Typo' }, ada)
      return (to) => to.call(brandApi.undo, { act }, ada)
    },
  },
  'R220 a brand that is taken off': {
    adds: { operator_acts: 1 },
    shows: { ...names, before: ['Harbor'], after: [''] },
    again: 'brand-unknown',
    async open(world) {
      const { ada } = await branded(world)
      const operator = await world.person('operator')
      return (to) => to.call(operatorApi.takeOffBrand, { id: ada.userId }, operator)
    },
  },
  'R220 an organization’s brand that is taken off': {
    adds: { operator_acts: 1 },
    shows: { ...names, before: ['Harbor'], after: [''] },
    again: 'brand-unknown',
    async open(world) {
      const { owner, orgId: id } = await openChoir(world, {})
      await world.ok(brandApi.save, { ...look, orgId: id }, owner)
      const operator = await world.person('operator')
      return (to) => to.call(operatorApi.takeOffOrgBrand, { id }, operator)
    },
  },
}
