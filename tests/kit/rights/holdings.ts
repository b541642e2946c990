// R243: what somebody without a login can make the process hold, a row for each: the budget that counts it, what happens at its end, and the test that fills it.

/** What else says how much in the server's sources, and holds nothing for whoever calls: times and tries of its own work, and sizes on a page. */
export const noBudgets: ReadonlySet<string> = new Set([
  'jitterMs',
  'lifeHours',
  'logoRoom',
  'loginWaits',
  'looksMs',
  'pace',
  'pictureSize',
  'retries',
  'ticketTimeouts',
  'timeouts',
  'unitMs',
  'usualSlots',
])

interface Holding {
  readonly what: string
  /** Whose it is. */
  readonly counted: string
  /** The budgets, each with its key. */
  readonly by: readonly string[]
  readonly atItsEnd: string
  /** The file of the test, and how its title begins after the rule. */
  readonly test: readonly [file: string, title: string]
}
const held = 'http/held'
const [handshakes, live, sockets] = ['safety/cost-handshakes', 'safety/cost-live', 'safety/cost-sockets']
const ofEach = 'connection, address, all'

export const holdings: readonly Holding[] = [
  {
    what: 'Connections without a request, with the head that is coming in',
    counted: 'address, all',
    by: ['holding.silent'],
    atItsEnd: 'the one that has been silent for the longest is cut',
    test: [held, 'an address has so many connections on which it asks nothing'],
  },
  {
    what: 'Requests of a connection that are not answered',
    counted: 'connection',
    by: ['holding.requests'],
    atItsEnd: 'they are answered in turn; at the 17th the connection is cut',
    test: [held, 'of requests on one connection 16 are under way'],
  },
  {
    what: 'Bytes of bodies, however they are sent, until they are answered',
    counted: 'address, all',
    by: ['holding.bodies'],
    atItsEnd:
      'the one that has taken the longest is told 503, and cut; one that comes at less than a kilobyte a second is told 408 after ten',
    test: [held, 'bodies that come in, %s, are held up to a budget'],
  },
  {
    what: 'Bodies over 16 kB, and those without a length',
    counted: 'address, all',
    by: ['largeBodies.ofAddress', 'largeBodies.ofAll'],
    atItsEnd: 'the next is told 503',
    test: ['safety/cost-drips', 'of large bodies an address has so many under way'],
  },
  {
    what: 'Pictures that are uploaded',
    counted: 'address, all',
    by: ['pictureBodies.ofAddress', 'pictureBodies.ofAll', 'pictureQueue.waiting', 'pictureQueue.share', 'pictureQueue.ownersShare'],
    atItsEnd: 'the next is told 503',
    test: [held, 'of pictures that come in an address has two under way'],
  },
  {
    what: 'Bytes that wait to be read: answers, what websockets say, pongs',
    counted: ofEach,
    by: ['holding.unread'],
    atItsEnd: 'the connection that has read nothing for the longest is cut; so is each that reads nothing for 30 s',
    test: [held, 'answers that nobody reads wait up to a budget %s'],
  },
  {
    what: 'Messages that wait for a socket, before they are written',
    counted: 'connection, all',
    by: ['budget.bytes', 'budget.bytesOfAll', 'budget.stillMs'],
    atItsEnd: 'the slowest socket is cut',
    test: [live, '1,000 sockets that read nothing hold the budget of all'],
  },
  {
    what: 'Connections of Socket.IO',
    counted: 'address',
    by: ['budget.socketsPerAddress'],
    atItsEnd: 'the next is cut',
    test: [sockets, 'an address holds so many sockets'],
  },
  {
    what: 'Sockets on a connection, and parts of a message',
    counted: 'connection',
    by: ['parts.maxFragments', 'parts.maxBufferedChunks'],
    atItsEnd: 'the connection is cut at the second socket, and at the fifth part',
    test: [handshakes, 'a connection is one socket'],
  },
  {
    what: 'Bytes that are kept of handshakes',
    counted: 'address, all',
    by: ['budget.handshakeBytesPerAddress', 'budget.handshakeBytesOfAll'],
    atItsEnd: 'the next is cut',
    test: [handshakes, 'what is kept of handshakes has a budget'],
  },
  {
    what: 'Frames and pings, polls, and what somebody says they do, in a minute',
    counted: 'connection, address',
    by: ['budget.framesPerMinute', 'budget.pollsPerMinute', 'budget.doingsPerMinute'],
    atItsEnd: 'the connection is cut; a poll is told 400; what is said isn’t passed on',
    test: [held, 'pings count as frames'],
  },
  {
    what: 'Rooms that a socket waits for',
    counted: 'connection',
    by: ['budget.roomsWaiting', 'budget.askedTogether'],
    atItsEnd: 'it is told to come back',
    test: [live, 'a socket’s further rooms wait their turn'],
  },
  {
    what: 'Pages and pictures that wait to be drawn',
    counted: 'address, owner, all',
    by: ['queue.waiting', 'queue.share', 'queue.ownersShare'],
    atItsEnd: 'the page comes bare, the picture as it was',
    test: ['http/turns', 'those who wait take turns'],
  },
  {
    what: 'Passwords that wait to be hashed',
    counted: 'all',
    by: ['hashing.atOnce', 'hashing.waiting'],
    atItsEnd: 'the next is told 503',
    test: ['safety/cost-passwords', 'who finds no room is told to come back'],
  },
]

/** As it stands in SECURITY.md. */
export const holdingsTable = (): string =>
  [
    '| What | Counted for | At its end |',
    '| --- | --- | --- |',
    ...holdings.map(({ what, counted, atItsEnd }) => `| ${what} | ${counted} | ${atItsEnd} |`),
  ].join('\n')
