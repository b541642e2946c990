// A bare Socket.IO server to compare with: everyone joins the room they name, and every change is emitted at once.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'

const http = createServer()
const io = new Server(http, { serveClient: false })
io.on('connection', (socket) => {
  socket.on('watch', async (room: string, reply: (answer: object) => void) => {
    await socket.join(room)
    reply({ view: {} })
  })
})
process.on('message', ([room, view]: [string, object]) => io.to(room).emit('form', view))
http.listen(0, '127.0.0.1', () => process.send?.((http.address() as AddressInfo).port))
