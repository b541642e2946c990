// What happens by itself takes turns: no kind of work holds up another.
import { expect, test } from 'vitest'
import { roundOf } from '#server/app/jobs/jobs.ts'

test('M8 in each round every kind of work has its turn, whatever fails or has more to do; then the failure is told', async () => {
  const done: string[] = []
  const does = (name: string, hasMore: boolean) => async () => done.push(name) > 0 && hasMore
  const fails = async () => Promise.reject(new Error('a record that can’t be read'))
  expect([
    await roundOf([does('fans', false), does('reminders', false)]),
    await roundOf([does('fans', true), does('messages', false)]),
  ]).toEqual([false, true])
  await expect(roundOf([does('waitlists', true), fails, does('digest', false)])).rejects.toThrow('can’t be read')
  expect(done).toEqual(['fans', 'reminders', 'fans', 'messages', 'waitlists', 'digest'])
})
