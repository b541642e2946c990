// The outside world of email: SendGrid, SMTP, or the built-in outbox that keeps and prints what it would have sent.
import sendgrid from '@sendgrid/mail'
import nodemailer from 'nodemailer'
import type { Logger } from 'pino'
import { isNameBeyondAscii, normalEmail } from '#protocol/kernel/texts.ts'
import { sendgridRefusal, smtpRefusal } from './mailer-refusals.ts'

export interface Attachment {
  readonly filename: string
  /** With its parameters: of a calendar invitation the method, by which a mail program knows what to do with it. */
  readonly contentType: string
  readonly text: string
}

export interface OutgoingEmail {
  /** Stays the same when a delivery is tried again. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
  readonly attachments: readonly Attachment[]
  /** R101: absent where replies go nowhere else. */
  readonly replyTo?: string
  /** R217: whom it comes from by name; absent for the installation's own. The address stays the installation's. */
  readonly fromName?: string
}

export interface Mailer {
  readonly name: 'sendgrid' | 'smtp' | 'outbox'
  /** Whether a sent email stays readable in the store: only in the built-in outbox. */
  readonly keeps: boolean
  /**
   * Resolves when the other side took it; rejects when it is to be tried again, with EmailRefused where that would change nothing. `signal` ends it soon,
   * unless the other side may have taken it: then only its answer does.
   */
  send(email: OutgoingEmail, signal?: AbortSignal): Promise<void>
}

/** Where replies go. A name beyond ASCII would keep the email from everybody whose server doesn't speak SMTPUTF8: the email says it in words instead. */
const repliesTo = (address: string | undefined) => (address && !isNameBeyondAscii(address) ? address : undefined)

/** The address in 'Name <address>'. */
const addressIn = (sender: string) => normalEmail(/<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender)
const nameIn = (sender: string) => (/^(.*?)<[^<>]+>\s*$/.exec(sender)?.[1] ?? '').trim().replace(/^"(.*)"$/, '$1')

/** The longest that a connection may take to come about. */
const longestMs = 30_000
/** So long an answer is waited for once the other side may have taken the email (RFC 5321, 4.5.3.2.6): without it the email is sent once more. */
const answerMs = 600_000

export function sendgridMailer(apiKey: string, from: string): Mailer {
  sendgrid.setApiKey(apiKey)
  sendgrid.setTimeout(answerMs)
  return {
    name: 'sendgrid',
    keeps: false,
    async send({ id, to, subject, text, html, headers, attachments, replyTo, fromName }) {
      const files = attachments.map(({ filename, contentType, text: content }) => ({
        filename,
        // It refuses parameters; the method stands in the file too.
        type: contentType.split(';', 1).join(),
        content: Buffer.from(content).toString('base64'),
        disposition: 'attachment',
      }))
      const reply = repliesTo(replyTo)
      const email = {
        to: { email: to },
        from: { name: fromName ?? nameIn(from), email: addressIn(from) },
        ...(reply && { replyTo: { email: reply } }),
        subject,
        text,
        html,
        headers: { ...headers },
        ...(files.length > 0 && { attachments: files }),
        customArgs: { id },
        trackingSettings: { clickTracking: { enable: false }, openTracking: { enable: false }, subscriptionTracking: { enable: false } },
      }
      await sendgrid.send(email).catch((error: unknown) => {
        throw sendgridRefusal(error)
      })
    },
  }
}

/** Mail programs show an invitation where it is one of the forms of the text, with its method (RFC 6047), others a file to open: so it is sent as both. */
function filesIn(attachments: readonly Attachment[]) {
  const files = attachments.map(({ text: content, ...file }) => ({ ...file, content, method: /method=(\w+)/.exec(file.contentType)?.[1] }))
  const icalEvent = files.find(({ method }) => method !== undefined)
  return { ...(icalEvent && { icalEvent }), attachments: files.filter((file) => file !== icalEvent) }
}

export function smtpMailer(url: string, from: string): Mailer {
  // Each email has a connection of its own, so that a slow one holds up no other.
  const limits = { connectionTimeout: longestMs, greetingTimeout: longestMs, socketTimeout: answerMs }
  return {
    name: 'smtp',
    keeps: false,
    async send({ id, to, subject, text, html, headers, attachments, replyTo, fromName }, signal) {
      const reply = repliesTo(replyTo)
      const cut = new AbortController()
      const abort = () => cut.abort(signal?.reason)
      signal?.addEventListener('abort', abort)
      const transport = nodemailer.createTransport({ url, ...limits })
      transport.use('stream', ({ message }, next) => {
        const read = message.createReadStream.bind(message)
        // Once all of it is on its way, the other side may have taken it.
        message.createReadStream = (options) => read(options).once('end', () => signal?.removeEventListener('abort', abort))
        next()
      })
      const email = {
        to: { name: '', address: to },
        from: { name: fromName ?? nameIn(from), address: addressIn(from) },
        subject,
        text,
        html,
        headers: { ...headers },
        ...(reply && { replyTo: { name: '', address: reply } }),
        ...filesIn(attachments),
        messageId: `<${id}@rolecall>`,
        signal: cut.signal,
      }
      await transport.sendMail(email).catch((error: unknown) => {
        throw smtpRefusal(error, to)
      })
    },
  }
}

/** Outside production it prints every text, so that a newcomer sees codes and links; in production it never prints a secret. */
export function outboxMailer(log: Logger, print: (text: string) => void): Mailer {
  return {
    name: 'outbox',
    keeps: true,
    async send({ to, subject, text }) {
      log.info({ subject }, 'email in the outbox')
      print(`\n  To: ${to}\n  Subject: ${subject}\n\n${text.replace(/^/gm, '  ')}\n`)
    },
  }
}
