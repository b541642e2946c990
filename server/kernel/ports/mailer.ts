// The outside world of email: SendGrid, SMTP, or the built-in outbox that keeps and prints what it would have sent.
import sendgrid from '@sendgrid/mail'
import nodemailer from 'nodemailer'
import type { Logger } from 'pino'

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
  /** Resolves when the other side took it; rejects when it is to be tried again, with AddressRefused where that would change nothing. Once `signal` says so, nobody waits for it any more. */
  send(email: OutgoingEmail, signal?: AbortSignal): Promise<void>
}

/** R102: the other side says that this address gets no email, now or later. */
class AddressRefused extends Error {
  override name = 'AddressRefused'
}

/**
 * Whether a mail server refused the recipient for good: a status of 5xx, at RCPT. Where it says more precisely (RFC 3463) that the sender, its policy or
 * a full mailbox is the reason, the address may be right.
 */
function refusesAddress(error: unknown): boolean {
  const { responseCode = 0, command, response = '' } = error as { responseCode?: number; command?: string; response?: string }
  const precise = /\b5\.(\d{1,3})\.\d{1,3}\b/.exec(response)?.[0]
  return (
    command === 'RCPT TO' && responseCode >= 500 && responseCode < 600 && (precise === undefined || /^5\.(?:1\.[1-6]|2\.1)$/.test(precise))
  )
}

/** The address in 'Name <address>'. */
const addressIn = (sender: string) => (/<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender).trim()

/** The longest that a connection may last. */
const longestMs = 30_000

export function sendgridMailer(apiKey: string, from: string): Mailer {
  sendgrid.setApiKey(apiKey)
  sendgrid.setTimeout(longestMs)
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
      await sendgrid.send({
        to,
        from: fromName ? { name: fromName, email: addressIn(from) } : from,
        ...(replyTo && { replyTo }),
        subject,
        text,
        html,
        headers: { ...headers },
        ...(files.length > 0 && { attachments: files }),
        customArgs: { id },
        trackingSettings: { clickTracking: { enable: false }, openTracking: { enable: false }, subscriptionTracking: { enable: false } },
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
  const limits = { connectionTimeout: longestMs, greetingTimeout: longestMs, socketTimeout: longestMs }
  const transport = nodemailer.createTransport({ url, ...limits })
  return {
    name: 'smtp',
    keeps: false,
    async send({ id, to, subject, text, html, headers, attachments, replyTo, fromName }, signal) {
      const email = {
        to: { name: '', address: to },
        from: fromName ? { name: fromName, address: addressIn(from) } : from,
        subject,
        text,
        html,
        headers: { ...headers },
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        ...filesIn(attachments),
        messageId: `<${id}@rolecall>`,
        ...(signal && { signal }),
      }
      await transport.sendMail(email).catch((error: unknown) => {
        throw refusesAddress(error) ? new AddressRefused('The mail server refuses this address', { cause: error }) : error
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
