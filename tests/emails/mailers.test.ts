// Every email there is, with its calendar file, through each mailer to a server as strict as the provider's documentation and its users' threads (R235).
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSamples } from '#server/app/dev/samples.ts'
import { type OutgoingEmail, smtpMailer } from '#server/kernel/ports/mailer.ts'
import { openSendgrid } from '../kit/mail/sendgrid.ts'
import { decodedPart, partsOf, smtpFaults } from '../kit/mail/smtp.ts'
import { openSmtp } from '../kit/world/smtp.ts'

const from = 'Rolecall <hello@rolecall.test>'
/** One of each, to who has answered and who hasn't, from the installation and from a host whose name is beyond ASCII. */
const letters = [true, false]
  .flatMap((hasAnswered) =>
    readSamples('https://rolecall.example', hasAnswered).map((sample) => ({
      ...sample,
      to: 'someone@example.org',
      ...(hasAnswered && { fromName: 'Chor „Zürich“, 合唱; Fêtes & Söhne' }),
    })),
  )
  .map((letter, nth): OutgoingEmail & { name: string } => ({ ...letter, id: nth.toString(16).padStart(24, '0') }))
const withFile = new Set(letters.filter(({ attachments }) => attachments.length > 0).map(({ name }) => name))

test('R235 every email that can bring a calendar file does so in the list of samples, several answers in one file too', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) => /^\w+\/emails\/[\w-]+\.ts$/.test(file))
  const writers = files.flatMap((file) => readFileSync(`server/${file}`, 'utf8').split(/^(?=export )/m))
  const bringing = writers.flatMap((source) =>
    /\bcalendar\b/.test(source) ? (/^export (?:const|function) (\w+Email)\b/.exec(source)?.[1] ?? []) : [],
  )
  expect(bringing.length).toBeGreaterThan(8)
  expect([...bringing, 'severalEmail'].filter((name) => !withFile.has(name))).toEqual([])
})

test('R235 SendGrid takes every email at the first try, and gets its file whole', async () => {
  const { mailer, taken } = await openSendgrid(from)
  for (const letter of letters) {
    const refused = await mailer.send(letter).then(
      () => undefined,
      (error: Error & { response?: { body: unknown } }) => error.response?.body ?? error.message,
    )
    expect([letter.name, refused]).toEqual([letter.name, undefined])
  }
  const files = taken.map(({ attachments = [] }) => attachments.map(({ content }) => Buffer.from(content, 'base64').toString()))
  expect(files).toEqual(letters.map(({ attachments }) => attachments.map(({ text }) => text)))
  expect(taken.map((mail) => mail.reply_to?.email)).toEqual(letters.map(({ replyTo }) => replyTo))
})

test('R235 an SMTP server without SMTPUTF8 takes every email, and gets its calendar as a form of the text and as a file', async () => {
  const smtp = await openSmtp()
  const mailer = smtpMailer(smtp.url, from)
  await Promise.all(letters.map((letter) => mailer.send(letter)))
  const arrived = letters.map(({ id, name }) => ({ name, at: smtp.raws.findIndex((raw) => raw.includes(`<${id}@rolecall>`)) }))
  const faults = arrived.map(({ name, at }) => [name, smtpFaults(smtp.raws[at] ?? '', smtp.envelopes[at] ?? { from: '', to: [] })])
  expect(faults.filter(([, wrong]) => wrong?.length)).toEqual([])
  const calendars = arrived.map(({ at }) =>
    partsOf(smtp.raws[at] ?? '')
      .map(decodedPart)
      .filter((text) => text.startsWith('BEGIN:VCALENDAR')),
  )
  expect(calendars.map((all) => [...new Set(all)])).toEqual(letters.map(({ attachments }) => attachments.map(({ text }) => text)))
})
