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
}

export interface Mailer {
  readonly name: 'sendgrid' | 'smtp' | 'outbox'
  /** Whether a sent email stays readable in the store: only in the built-in outbox. */
  readonly keeps: boolean
  /** Resolves when the other side took it; rejects when it is to be tried again. Once `signal` says so, nobody waits for it any more. */
  send(email: OutgoingEmail, signal?: AbortSignal): Promise<void>
}

/** The longest that a connection may last. */
const longestMs = 30_000

export function sendgridMailer(apiKey: string, from: string): Mailer {
  sendgrid.setApiKey(apiKey)
  sendgrid.setTimeout(longestMs)
  return {
    name: 'sendgrid',
    keeps: false,
    async send({ id, to, subject, text, html, headers, attachments }) {
      const files = attachments.map(({ filename, contentType, text: content }) => ({
        filename,
        type: contentType,
        content: Buffer.from(content).toString('base64'),
        disposition: 'attachment',
      }))
      await sendgrid.send({
        to,
        from,
        subject,
        text,
        html,
        headers: { ...headers },
        ...(files.length > 0 && { attachments: files }),
        customArgs: { id },
        trackingSettings: { clickTracking: { enable: false } },
      })
    },
  }
}

/** Mail programs show an invitation where it is one of the forms of the text (RFC 6047), others a file to open: so it is sent as both. */
const invitationIn = (attachments: readonly Attachment[]) =>
  attachments
    .filter(({ contentType }) => contentType.startsWith('text/calendar'))
    .map(({ filename, contentType, text }) => ({ filename, method: /method=(\w+)/.exec(contentType)?.[1] ?? 'PUBLISH', content: text }))[0]

export function smtpMailer(url: string, from: string): Mailer {
  // Each email has a connection of its own, so that a slow one holds up no other.
  const limits = { connectionTimeout: longestMs, greetingTimeout: longestMs, socketTimeout: longestMs }
  const transport = nodemailer.createTransport({ url, ...limits })
  return {
    name: 'smtp',
    keeps: false,
    async send({ id, to, subject, text, html, headers, attachments }, signal) {
      const icalEvent = invitationIn(attachments)
      await transport.sendMail({
        to: { name: '', address: to },
        from,
        subject,
        text,
        html,
        headers: { ...headers },
        ...(icalEvent && { icalEvent }),
        messageId: `<${id}@rolecall>`,
        ...(signal && { signal }),
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
