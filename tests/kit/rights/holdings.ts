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
  'defaultSlots',
])

/** The file of a test, and what its title says. */
export type Test = readonly [file: string, title: string]
export interface Holding {
  readonly what: string
  /** Whose it is. */
  readonly counted: string
  /** The budgets, each with its key. */
  readonly by: readonly string[]
  readonly atItsEnd: string
  /** What fills it. */
  readonly test: Test
  /** The same with each of the budgets taken away, in which more is held: 'control' stands in its title. Often one of two turns of the test itself. */
  readonly control: Test
}
const [held, sockets, unread] = ['http/held', 'live/held', 'live/unread']
const inTurns = (file: string, title: string) => ({ test: [file, title], control: [file, title] }) as const

export const holdings: readonly Holding[] = [
  {
    what: 'Connections without a request, with the head that is coming in',
    counted: 'address, all',
    by: ['holding.silent'],
    atItsEnd: 'the one that has been silent for the longest is cut',
    test: [held, 'an address has so many connections on which it asks nothing'],
    control: [held, 'control: where an address may have more, twenty are silent'],
  },
  {
    what: 'Requests of a connection that are not answered',
    counted: 'connection',
    by: ['holding.requests'],
    atItsEnd: 'they are answered in turn; at the 17th the connection is cut',
    test: [held, 'of requests on one connection 16 are under way'],
    control: [held, 'control: where more may be under way, 300 are'],
  },
  {
    what: 'Bytes of bodies, however they are sent, until they are answered',
    counted: 'address, all',
    by: ['holding.bodies'],
    atItsEnd:
      'the one that has taken the longest is told 503, and cut; one that comes at less than a kilobyte a second is told 408 after ten',
    test: [held, 'bodies that come in, %s, are held up to a budget'],
    control: [held, 'control: without that budget ten bodies, %s, come in'],
  },
  {
    what: 'Bodies over 16 kB, and those without a length',
    counted: 'address, all',
    by: ['largeBodies.ofAddress', 'largeBodies.ofAll'],
    atItsEnd: 'the next is told 503',
    test: ['safety/cost-drips', 'of large bodies an address has so many under way'],
    control: [held, 'control: where more may come in, an address has a hundred large bodies'],
  },
  {
    what: 'Pictures that are uploaded, while they come in',
    counted: 'address, all',
    by: ['pictureBodies.ofAddress', 'pictureBodies.ofAll'],
    atItsEnd: 'the next is told 503',
    test: [held, 'of pictures that come in an address has two under way'],
    control: [held, 'control: where more may come in, an address has a hundred large bodies'],
  },
  {
    what: 'Pictures that wait to be written anew',
    counted: 'person, all',
    by: ['pictureQueue.waiting', 'pictureQueue.share', 'pictureQueue.ownersShare'],
    atItsEnd: 'the next is told 503',
    ...inTurns('http/turns', 'of pictures to be written anew one person has two'),
  },
  {
    what: 'Bytes that wait to be read: answers, what websockets say, pongs',
    counted: 'connection, address, all',
    by: ['holding.unread'],
    atItsEnd: 'the connection that has read nothing for the longest is cut; so is each that reads nothing for 30 s',
    test: [held, 'answers that nobody reads wait up to a budget %s'],
    control: [held, 'control: without that budget all of it waits'],
  },
  {
    what: 'Messages that wait for a socket, before they are written',
    counted: 'connection',
    by: ['budget.bytes'],
    atItsEnd: 'it is cut',
    ...inTurns(unread, 'a socket for which more than 1 MB waits is cut'),
  },
  {
    what: 'How long a socket reads nothing of them',
    counted: 'connection',
    by: ['budget.stillMs'],
    atItsEnd: 'it is cut',
    ...inTurns(unread, 'a socket that reads nothing for half a minute is cut'),
  },
  {
    what: 'Messages that wait for all sockets',
    counted: 'all',
    by: ['budget.bytesOfAll'],
    atItsEnd: 'the slowest socket is cut',
    ...inTurns(unread, '1,000 sockets that read nothing hold the budget of all'),
  },
  {
    what: 'Connections of Socket.IO',
    counted: 'address',
    by: ['budget.socketsPerAddress'],
    atItsEnd: 'the next is cut',
    ...inTurns(sockets, 'an address holds so many sockets'),
  },
  {
    what: 'Sockets on a connection',
    counted: 'connection',
    by: ['budget.socketsOfOne'],
    atItsEnd: 'the connection is cut at the second, before that is made',
    ...inTurns(sockets, 'of 900 sockets that are asked for in one poll one is made'),
  },
  {
    what: 'Packets in parts',
    counted: 'connection',
    by: ['budget.partsOfOne'],
    atItsEnd: 'the connection is cut at the first',
    ...inTurns(sockets, 'of a packet in parts none is kept'),
  },
  {
    what: 'Fragments of a message',
    counted: 'connection',
    by: ['parts.maxFragments'],
    atItsEnd: 'the connection is cut at the fifth',
    ...inTurns(sockets, 'a message in more than four fragments'),
  },
  {
    what: 'Pieces of the network in which a message comes',
    counted: 'connection',
    by: ['parts.maxBufferedChunks'],
    atItsEnd: 'the connection is cut at the 65th',
    ...inTurns(sockets, 'a message that comes in more than 64 pieces'),
  },
  {
    what: 'Bytes that are kept of handshakes',
    counted: 'address, all',
    by: ['budget.handshakeBytesPerAddress', 'budget.handshakeBytesOfAll'],
    atItsEnd: 'the next is cut',
    ...inTurns(sockets, 'what is kept of handshakes has a budget'),
  },
  {
    what: 'Frames, pings and pongs in a minute',
    counted: 'connection',
    by: ['budget.framesPerMinute', 'budget.pingsPerMinute'],
    atItsEnd: 'the connection is cut',
    ...inTurns(held, 'by %s, %s are counted'),
  },
  {
    what: 'Polls in a minute',
    counted: 'address',
    by: ['budget.pollsPerMinute'],
    atItsEnd: 'the next is told 400',
    ...inTurns(sockets, 'beyond so many polls a minute an address is told 400'),
  },
  {
    what: 'What somebody says they do, in a minute',
    counted: 'person',
    by: ['budget.doingsPerMinute'],
    atItsEnd: 'it isn’t passed on',
    ...inTurns('presence/presence', 'beyond 120 a minute what somebody says in another tab'),
  },
  {
    what: 'Rooms that a socket waits for',
    counted: 'connection',
    by: ['budget.roomsWaiting'],
    atItsEnd: 'it is told to come back',
    ...inTurns(sockets, 'a socket has 50 rooms waiting'),
  },
  {
    what: 'Requests for a room that a socket waits for',
    counted: 'connection',
    by: ['budget.askedTogether'],
    atItsEnd: 'it is told to come back',
    ...inTurns(sockets, 'a socket asks for a waiting room four times'),
  },
  {
    what: 'Pages and pictures that wait to be drawn',
    counted: 'address, owner, all',
    by: ['queue.waiting', 'queue.share', 'queue.ownersShare'],
    atItsEnd: 'the page comes bare, the picture as it was',
    test: ['http/turns', 'those who wait take turns'],
    control: ['http/turns', 'control: where more may wait, one address has all thirty'],
  },
  {
    what: 'Passwords that wait to be hashed',
    counted: 'all',
    by: ['hashing.atOnce', 'hashing.waiting'],
    atItsEnd: 'the next is told 503',
    test: ['safety/cost-passwords', 'who finds no room is told to come back'],
    control: ['safety/cost-passwords', 'control: where more may wait, all of a hundred logins'],
  },
]

/** As it stands in SECURITY.md. */
export const holdingsTable = (): string =>
  [
    '| What | Counted for | At its end |',
    '| --- | --- | --- |',
    ...holdings.map(({ what, counted, atItsEnd }) => `| ${what} | ${counted} | ${atItsEnd} |`),
  ].join('\n')
