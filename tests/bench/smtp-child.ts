// A mail server in a process of its own that takes every email, each after the time that a provider over the network needs, and counts them.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

const answersAfterMs = 100
let taken = 0
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _, done) {
    stream.resume()
    stream.on('end', () =>
      setTimeout(() => {
        taken++
        done()
      }, answersAfterMs),
    )
  },
})
process.on('message', () => process.send?.(taken))
server.listen(0, '127.0.0.1', () => process.send?.((server.server.address() as AddressInfo).port))
