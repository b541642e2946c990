// An SMTP server that keeps what it takes, decoded and as it came, and refuses whom it is told to as real ones do: with the address in its words.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

const decoded = (raw: string) =>
  raw.replaceAll('=\r\n', '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number(`0x${hex}`)))

export async function openSmtp(refused: (address: string) => boolean = () => false) {
  const [letters, raws]: [string[], string[]] = [[], []]
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _, done) {
      done(refused(address) ? Object.assign(new Error(`<${address}> is not known here`), { responseCode: 550 }) : null)
    },
    onData(stream, _, done) {
      let raw = ''
      stream.on('data', (part: Buffer) => (raw += part.toString()))
      stream.on('end', () => {
        letters.push(decoded(raw))
        raws.push(raw)
        done()
      })
    },
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())))
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, letters, raws }
}
