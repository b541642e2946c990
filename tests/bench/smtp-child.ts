// A mail server in a process of its own that takes every email, each after the time that a provider over the network needs, and counts those that contain a text.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

const answersAfterMs = 100
const counted = process.argv[2] ?? ''
let taken = 0
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _, done) {
    let text = ''
    stream.on('data', (part: Buffer) => {
      text += part.toString()
    })
    stream.on('end', () =>
      setTimeout(() => {
        if (text.includes(counted)) taken++
        done()
      }, answersAfterMs),
    )
  },
})
process.on('message', () => process.send?.(taken))
server.listen(0, '127.0.0.1', () => process.send?.((server.server.address() as AddressInfo).port))
