// Thousands of watching sockets in one process: bare WebSockets that speak just enough of Socket.IO's protocol, so that the listener costs little.
import WebSocket from 'ws'

/** `hear(room, message)` is told every view as it arrives, unparsed: parsing thousands of them would measure the listener. */
export async function openSockets(
  url: string,
  rooms: readonly string[],
  hear: (room: string, message: string) => void,
): Promise<{ close: () => void }> {
  const sockets: WebSocket[] = []
  for (let from = 0; from < rooms.length; from += 100) {
    sockets.push(...(await Promise.all(rooms.slice(from, from + 100).map((room) => openSocket(url, room, hear)))))
  }
  return { close: () => sockets.map((socket) => socket.terminate()).length }
}

/** Engine.IO 4 and Socket.IO 5: 0 open, 2 ping, 3 pong, 40 connect, 42 event, 43 acknowledgement. */
function openSocket(url: string, room: string, hear: (room: string, message: string) => void): Promise<WebSocket> {
  return new Promise((watching, failed) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
    socket.on('error', failed)
    socket.on('message', (bytes: Buffer) => {
      const text = bytes.toString('latin1')
      if (text.startsWith('42["form"')) hear(room, text)
      else if (text.startsWith('0')) socket.send('40')
      else if (text.startsWith('40')) socket.send(`420${JSON.stringify(['watch', room])}`)
      else if (text.startsWith('43')) watching(socket)
      else if (text === '2') socket.send('3')
    })
  })
}
