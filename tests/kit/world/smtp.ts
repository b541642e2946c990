// An SMTP server that keeps what it takes, decoded and as it came, and refuses whom it is told to as real ones do: with the address in its words.
// Whom it is told to be slow for it never answers, as one that waits for another server.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { isNameBeyondAscii } from '#protocol/kernel/texts.ts'
import type { Envelope } from '../mail/smtp.ts'

const decoded = (raw: string) =>
  raw.replaceAll('=\r\n', '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number(`0x${hex}`)))

/** As Postfix says it where SMTPUTF8 is off. */
const nameRefused = { code: 553, text: '5.6.7 Must offer SMTPUTF8 for internationalized addresses' }

type Is = (address: string) => boolean
const nobody: Is = () => false
interface No {
  readonly code: number
  readonly text: string
}
/** Whether an address is refused, as one that isn't known or in other words. */
type Refused = (address: string) => boolean | No
const noOf = ({ code, text }: No) => Object.assign(new Error(text), { responseCode: code })
/** `message`: what it says of every message itself, if it takes none. */
export async function openSmtp(refused: Refused = nobody, isSlow: Is = nobody, message?: No) {
  const [letters, raws, envelopes]: [string[], string[], Envelope[]] = [[], [], []]
  const hanging = new Set<string>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    hideSMTPUTF8: true,
    hide8BITMIME: true,
    closeTimeout: 100,
    onRcptTo({ address }, session, done) {
      if (isSlow(address)) return void hanging.add(session.id)
      const no = refused(address) || (isNameBeyondAscii(address) && nameRefused)
      done(no ? noOf(no === true ? { code: 550, text: `<${address}> is not known here` } : no) : null)
    },
    onClose: ({ id }) => void hanging.delete(id),
    onData(stream, { envelope }, done) {
      let raw = ''
      stream.on('data', (part: Buffer) => (raw += part.toString()))
      stream.on('end', () => {
        if (message) return done(noOf(message))
        letters.push(decoded(raw))
        raws.push(raw)
        envelopes.push({ from: envelope.mailFrom ? envelope.mailFrom.address : '', to: envelope.rcptTo.map(({ address }) => address) })
        done()
      })
    },
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())))
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, letters, raws, envelopes, hanging: () => hanging.size }
}
