// Emails before an event to who has left a question open: they say so, and their link opens the form there.
import { expect, test } from 'vitest'
import { messageApi } from '#protocol/mail/message.ts'
import { reminderApi } from '#protocol/mail/reminder.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { openPost, remindersOf, stage } from './stage.ts'

const diet = { _id: 'diet', kind: 'line', label: 'What do you eat?', required: true } as const
const allergies = { _id: 'allergies', kind: 'line', label: 'Allergies?', isSensitive: true } as const

test.each(['reminder', 'confirmation'] as const)(
  'R164, R166 a %s says that a question is open and leads there; who answered all reads of none, and nobody of an answer',
  async (kind) => {
    const { world, host, people, groupId, eventId } = await stage(2, { showConfirmation: true })
    await world.ok(groupApi.update, { id: groupId, questions: [diet, allergies] }, host)
    const answers = [
      { questionId: 'diet', value: 'Everything' },
      { questionId: 'allergies', value: 'Nuts' },
    ]
    const [, done = { email: '' }] = people
    expect((await world.answer(groupId, done, ['Speaker'], { answers, confirmed: false })).status).toBe(200)
    const post = openPost(world)
    await world.ok(reminderApi.send, { id: groupId, kind }, host)
    await world.runJobs()
    await post.round()
    const textFor = (to: string) => remindersOf(post.sent).find((one) => one.to === to)?.text ?? ''
    const [open, whole] = [textFor('guest0@guests.test'), textFor(done.email)]
    expect(open).toContain('1 question is still open.')
    expect(open).toMatch(new RegExp(`/rsvp/${groupId}\\?eventId=${eventId}&guest=[\\w.-]+&open=questions`))
    expect(whole).toContain('guest=')
    expect(whole).not.toMatch(/still open|open=questions/)
    expect(open + whole).not.toMatch(/Everything|Nuts/)
  },
)

test('R164 a message to who left a question open leads there, and reaches nobody else; one to everybody leads to the answer', async () => {
  const { world, host, people, groupId } = await stage(2)
  await world.ok(groupApi.update, { id: groupId, questions: [diet] }, host)
  const [, done = { email: '' }] = people
  await world.answer(groupId, done, ['Speaker'], { answers: [{ questionId: 'diet', value: 'Everything' }] })
  const post = openPost(world)
  const write = async (subject: string, audience: object) => {
    await world.ok(messageApi.send, { id: groupId, audience, subject, text: 'Please.' }, host)
    await world.runJobs()
    await post.round()
    return post.sent.filter((one) => one.subject === subject)
  }
  const complete = await write('Please complete', { unanswered: 'open' })
  expect(complete.map(({ to, text }) => [to, text.includes('&open=questions')])).toEqual([['guest0@guests.test', true]])
  const news = await write('News', {})
  expect(news.map(({ text }) => text.includes('&open=questions'))).toEqual([false, false])
})
