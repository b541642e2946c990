// The short queue of what is drawn (pages, pictures of links): turns, and shares of it.
import { expect, test } from 'vitest'
import { createPictures, pictureQueue } from '#server/edge/pictures/pictures.ts'
import { createTurns, queue } from '#server/edge/preview/fair-queue.ts'
import { Refusal } from '#server/kernel/refuse.ts'
import { jpeg } from '../kit/pictures/pictures.ts'
import { allow } from '../kit/world/allow.ts'

test('R119f those who wait take turns, and none has more than its share: neither an address nor an owner', async () => {
  const ask = createTurns<string>({ waiting: 8, share: 3, ownersShare: 3 })
  const order: string[] = []
  const wish = (name: string, ...askers: [string, ...string[]]) =>
    ask(askers, async () => {
      await new Promise(setImmediate)
      order.push(name)
      return name
    })
  const taken = [
    wish('a1', 'a'),
    wish('a2', 'a'),
    wish('a3', 'a'),
    wish('a4', 'a'),
    wish('b1', 'b', 'of o'),
    wish('c1', 'c', 'of o'),
    wish('b2', 'b', 'of o'),
    wish('d1', 'd', 'of o'),
    wish('e1', 'e'),
    wish('f1', 'f'),
    wish('g1', 'g'),
  ]
  expect(taken.map((made) => made !== undefined)).toEqual([true, true, true, false, true, true, true, false, true, true, false])
  await Promise.all(taken.map(async (made) => made))
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'e1', 'f1', 'a3', 'b2'])
  expect(await wish('a5', 'a')).toBe('a5')
})

test('R119f, R81 one address that asks for all of an owner’s pictures leaves room for whoever else asks for one, who is next', async () => {
  const ask = createTurns<string>()
  const order: string[] = []
  const wish = (name: string, asker: string) =>
    ask([asker, 'of ada'], async () => {
      await new Promise(setImmediate)
      order.push(name)
      return name
    })
  const flood = Array.from({ length: 30 }, (_, nth) => wish(`flood${nth}`, '203.0.113.66'))
  expect(flood.filter(Boolean)).toHaveLength(queue.share)
  expect(await wish('honest', '192.0.2.1')).toBe('honest')
  expect(order.indexOf('honest')).toBeLessThan(3)
})

test('R243 control: where more may wait, one address has all thirty of its pictures waiting', async () => {
  const ask = createTurns<number>({ waiting: Infinity, share: Infinity, ownersShare: Infinity })
  const flood = Array.from({ length: 30 }, (_, nth) => ask(['203.0.113.66', 'of ada'], async () => nth))
  expect(await Promise.all(flood.map(async (made) => made))).toEqual(Array.from({ length: 30 }, (_, nth) => nth))
})

test.each([true, false])(
  'R243, R224 of pictures to be written anew one person has two, and all have six; the next is told to come back (control: %s)',
  async (isOn) => {
    if (!isOn) allow(pictureQueue, { waiting: Infinity, share: Infinity, ownersShare: Infinity })
    const write = createPictures()
    const bytes = new Uint8Array(await jpeg(99, 99))
    const written = (asker: string) =>
      write(bytes, 'face', asker).then(
        () => 'written',
        (error: Error) => (error instanceof Refusal ? error.code : error.message),
      )
    const all = await Promise.all(['a', 'a', 'a', 'b', 'b', 'c', 'c', 'd'].map(written))
    const [yes, no] = ['written', isOn ? 'busy' : 'written']
    expect(all).toEqual([yes, yes, no, yes, yes, yes, yes, no])
  },
)

test('R119f one that fails gives its place back', async () => {
  const ask = createTurns<string>({ waiting: 1, share: 1, ownersShare: 1 })
  await expect(ask(['a'], () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect.poll(() => ask(['a'], async () => 'whole')).toBe('whole')
})
