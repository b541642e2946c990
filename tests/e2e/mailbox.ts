// Everyone's mailbox, read as a person reads it: the newest email that they haven't opened yet.
import { z } from 'zod/mini'
import { timeoutMs } from '../kit/world/pace.ts'

const Outbox = z.object({ messages: z.array(z.object({ subject: z.string(), text: z.string(), createdAt: z.string() })) })
export type Mail = z.infer<typeof Outbox>['messages'][number]

export function openMailbox(urlOf: () => string) {
  const opened = new Map<string, number>()

  const all = async (to: string) => {
    const reply = await fetch(`${urlOf()}/api/dev/outbox?to=${encodeURIComponent(to)}`)
    return Outbox.parse(await reply.json()).messages
  }

  /** Waits for an unopened email whose subject fits, and opens it; older ones count as opened then. */
  async function next(to: string, subject = /./, withinMs = timeoutMs): Promise<Mail> {
    const until = Date.now() + withinMs
    while (Date.now() < until) {
      const mails = await all(to)
      const fresh = mails.slice(0, mails.length - (opened.get(to) ?? 0)).find((mail) => subject.test(mail.subject))
      if (fresh) {
        opened.set(to, mails.length - mails.indexOf(fresh))
        return fresh
      }
      await new Promise((wait) => setTimeout(wait, 50))
    }
    throw new Error(`No email ${subject} came to ${to}; there are: ${(await all(to)).map((mail) => mail.subject).join(', ')}`)
  }

  return {
    all,
    next,
    /** The 6-character code, which stands on a line of its own (R66). */
    code: async (to: string) => /^([A-Z0-9]{6})$/m.exec((await next(to, /code/)).text)?.[1] ?? '',
    /** The first full link (R66). */
    link: async (to: string, subject?: RegExp) => /https?:\/\/\S+/.exec((await next(to, subject)).text)?.[0] ?? '',
  }
}
