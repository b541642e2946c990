// SendGrid as strict as its documentation of mail/send (the schema and the list of errors) and what its users have met: what it says no to in silence or
// in words is refused here. An attachment's `type` takes no parameters, whatever is said of `method` there (sendgrid-php 250, sendgrid-nodejs 1313).
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import sendgrid from '@sendgrid/mail'
import { z } from 'zod'
import { sendgridMailer } from '#server/kernel/ports/mailer.ts'
import { listening } from '../process/listening.ts'

const oneLine = z
  .string()
  .min(1)
  .regex(/^[^\r\n]+$/, 'cannot contain CRLF characters')
const plain = z
  .string()
  .min(1)
  .regex(/^[^;,\r\n]+$/, "cannot contain ';', ',' or CRLF characters")
const address = z
  .string()
  .max(320)
  .regex(/^[\x21-\x3f\x41-\x7e]+@[a-z0-9.-]+\.[a-z0-9-]+$/i, 'does not contain a valid address')
const person = z.strictObject({ email: address, name: oneLine.optional() })
const enabled = z.strictObject({ enable: z.boolean() })

const reserved = 'x-sg-id x-sg-eid received dkim-signature content-type content-transfer-encoding to from subject reply-to cc bcc'.split(
  ' ',
)
const headerName = z
  .string()
  .regex(/^[!-9;-~]+$/, 'Header keys cannot contain non-ASCII characters or empty spaces.')
  .refine((name) => !reserved.includes(name.toLowerCase()), 'Header cannot be one of the reserved keys.')
const headers = z
  .record(headerName, z.string().regex(/^[\x20-\x7e]*$/))
  .refine((all) => new Set(Object.keys(all).map((name) => name.toLowerCase())).size === Object.keys(all).length, 'has duplicate keys')
const customArgs = z
  .record(z.string(), z.string())
  .refine((all) => Object.keys(all).length > 0, 'custom_args cannot be empty.')
  .refine((all) => Buffer.byteLength(JSON.stringify(all)) <= 10_000, 'may not exceed 10,000 bytes')

const content = z
  .array(z.strictObject({ type: plain, value: z.string().min(1) }))
  .min(1)
  .refine((all) => {
    const order = all.map(({ type }) => ['text/plain', 'text/html'].indexOf(type)).map((at) => (at < 0 ? 2 : at))
    return order.every((at, n) => n === 0 || at >= (order[n - 1] ?? 0))
  }, 'text/plain needs to be first, followed by text/html, followed by any other content.')
const attachment = z.strictObject({
  content: z.base64().min(1),
  filename: plain.regex(/^[\x20-\x7e]+$/, 'is not encoded: it reaches people as rubbish (sendgrid-go 362)'),
  type: plain.regex(/^[a-z]+\/[a-z0-9.+-]+$/).optional(),
  disposition: z.enum(['inline', 'attachment']).optional(),
  content_id: plain.optional(),
})

const mail = z.strictObject({
  personalizations: z
    .array(
      z.strictObject({
        to: z.array(person).min(1),
        subject: oneLine.optional(),
        headers: headers.optional(),
        custom_args: customArgs.optional(),
      }),
    )
    .min(1)
    .max(1_000),
  from: person,
  reply_to: person.optional(),
  subject: oneLine,
  content,
  attachments: z.array(attachment).min(1).optional(),
  headers: headers.optional(),
  custom_args: customArgs.optional(),
  tracking_settings: z
    .strictObject({ click_tracking: enabled, open_tracking: enabled, subscription_tracking: enabled })
    .partial()
    .optional(),
})
export type SendgridMail = z.infer<typeof mail>

const mostBytes = 30 * 2 ** 20
/** What it finds wrong with a request, as it says it: field and message. */
export function sendgridRefusals(body: string) {
  if (Buffer.byteLength(body) > mostBytes) return [{ field: null, message: 'The size of the request is over 30 MB', help: null }]
  const { error } = mail.safeParse(JSON.parse(body))
  return (error?.issues ?? []).map(({ path, message }) => ({ field: path.join('.'), message, help: null }))
}

/** Our mailer, turned to such a server, and what that has taken. `reply` has the nth request answered otherwise. */
export async function openSendgrid(from: string, reply?: (nth: number) => { readonly status: number; readonly body?: object } | undefined) {
  const taken: SendgridMail[] = []
  let tried = 0
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const errors = sendgridRefusals(body)
      const refused = errors.length > 0 ? { status: 400, body: { errors } } : undefined
      const no = reply?.(tried++) ?? refused
      if (!no) taken.push(JSON.parse(body) as SendgridMail)
      response.writeHead(no?.status ?? 202, { 'content-type': 'application/json' }).end(no?.body && JSON.stringify(no.body))
    })
  })
  const url = await listening(server)
  const mailer = sendgridMailer('SG.test', from)
  const { client } = sendgrid as unknown as { client: { setDefaultRequest: (key: string, value: string) => void } }
  client.setDefaultRequest('baseUrl', `${url}/`)
  return { mailer, taken, tried: () => tried }
}
