// A server of Node's own that reads whatever it is sent to its end and keeps it until then: what a heap is for where nothing has a budget.
import { createServer } from 'node:http'
import process from 'node:process'

const kept: Buffer[][] = []
createServer((request, response) => {
  const parts: Buffer[] = []
  kept.push(parts)
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => response.end('{"ok":true}'))
}).listen(Number(process.env.PORT), '127.0.0.1')
