// What was found when the product was attacked, a row for each kind: what holds it today, and the test, with its control.
import type { Test } from './holdings.ts'

export interface Attack {
  readonly id: string
  readonly what: string
  /** Rows of the table of what is held; a rule where it is about something else. */
  readonly by: readonly string[]
  /** What fails without it, and what shows that it would. */
  readonly tests: readonly Test[]
  /** The same with what guards against it taken away: 'control' stands in its title. */
  readonly control: Test
}

const [http, live] = ['http/held', 'live/held']

export const attacks: readonly Attack[] = [
  {
    id: 'A1',
    what: 'A poll that asks for 1,000 sockets, and what else one can bring so often',
    by: ['Sockets on a connection', 'Packets in parts', 'Frames, pings and pongs in a minute', 'Polls in a minute'],
    tests: [
      [live, 'of 900 sockets that are asked for in one poll one is made'],
      [live, 'a poll that brings %s 900 times'],
    ],
    control: [live, 'a poll that brings %s 900 times'],
  },
  {
    id: 'A2',
    what: 'Answers that nobody reads, and a copy of them for each request',
    by: ['Requests of a connection that are not answered', 'Bytes that wait to be read: answers, what websockets say, pongs'],
    tests: [
      [http, 'answers that nobody reads wait up to a budget %s'],
      [http, 'of requests on one connection 16 are under way'],
      [http, 'what is the same for everybody is sent as it is kept'],
      ['holdings', 'no answer is a copy of what is kept'],
      ['http/unread-answers', 'whatever can be read, asked for %s times in one write'],
    ],
    control: [http, 'control: without that budget all of it waits'],
  },
  {
    id: 'A3',
    what: 'A message in thousands of fragments, and frames that no browser sends',
    by: ['Fragments of a message', 'Pieces of the network in which a message comes'],
    tests: [
      [live, 'a message in more than four fragments'],
      [live, 'a frame %s ends its connection'],
    ],
    control: [live, 'a message in more than four fragments'],
  },
  {
    id: 'A4',
    what: 'Pings of who reads nothing, pongs, and both in turn',
    by: ['Frames, pings and pongs in a minute', 'Bytes that wait to be read: answers, what websockets say, pongs'],
    tests: [
      [http, 'by %s, %s are counted'],
      [live, 'of the pings that come at once the latest is answered'],
    ],
    control: [http, 'by %s, %s are counted'],
  },
  {
    id: 'A5',
    what: 'Many spellings of one mailbox',
    by: ['R244'],
    tests: [
      ['emails/mailbox', 'every call with a field for an address reads all spellings'],
      ['emails/mailbox', 'all spellings get one invitation, one membership, one budget of codes, one account'],
      ['store/mailboxes', 'whoever was kept under another spelling is found by each'],
    ],
    control: ['emails/mailbox', 'control: in lower case alone'],
  },
  {
    id: 'A6',
    what: 'Bodies that are read before they are counted, and kept for minutes',
    by: ['Bytes of bodies, however they are sent, until they are answered', 'Bodies over 16 kB, and those without a length'],
    tests: [
      [http, 'bodies that come in, %s, are held up to a budget'],
      [http, 'a body that comes more slowly than any phone sends'],
    ],
    control: [http, 'control: without that budget ten bodies, %s, come in'],
  },
  {
    id: 'A7',
    what: 'A formula for whoever parts cells at another mark',
    by: ['R245'],
    tests: [
      ['client/csv-cells', 'no cell of an exported table is a formula, whatever parts its cells'],
      ['client/csv-cells', 'the table of %s holds no formula'],
    ],
    control: ['client/csv-cells', 'control: without the guard such cells are found'],
  },
  {
    id: 'A8',
    what: 'Addresses that one view hides and another shows',
    by: ['R206a'],
    tests: [
      ['team/addresses', 'who only assigns picks a member without an address'],
      ['team/addresses', 'of an answer each reader is shown the addresses that the rule lists'],
    ],
    control: ['team/addresses', 'control: the same picked by an admin'],
  },
  {
    id: 'A9',
    what: 'A list of thousands that holds everybody up',
    by: ['R119g'],
    tests: [
      ['http/slices', 'a list gives the event loop back every 5 ms'],
      ['http/slices', 'every call that takes a list of more than 200'],
      ['pace/slices', '4,000 members in one call hold nobody up'],
    ],
    control: ['http/slices', 'a list gives the event loop back every 5 ms, in its order, %i at once; control'],
  },
  {
    id: 'A10',
    what: 'Connections that say nothing, and too few files',
    by: ['Connections without a request, with the head that is coming in'],
    tests: [
      [http, 'an address has so many connections on which it asks nothing'],
      [http, 'behind a proxy silent connections count in all'],
      ['operations/terminal', 'a server that may have 1,024 files open says so when it starts'],
    ],
    control: [http, 'control: where an address may have more, twenty are silent'],
  },
  {
    id: 'A11',
    what: 'A pasted line that freezes the tab',
    by: ['R225'],
    tests: [
      ['pace/lists', '800,000 characters on one line'],
      ['pace/lists', 'of a text that is twice as long the reading takes at most three times as long'],
      ['pace/lists', 'ten megabytes of a table are read in a second'],
    ],
    control: ['pace/lists', 'control: a reader that takes the square'],
  },
  {
    id: 'A12',
    what: 'A checkout that can be paid when what it is for is gone',
    by: ['R236a'],
    tests: [['plan/closed-checkouts', 'the checkout of %s is closed at the provider once it is gone']],
    control: ['plan/closed-checkouts', 'control: without what follows from a deletion it can still be paid'],
  },
  {
    id: 'A13',
    what: 'Names that show nothing',
    by: ['R244a'],
    tests: [['emails/mailbox', 'a name without anything to see is refused wherever one is taken']],
    control: ['emails/mailbox', 'control: trimmed alone'],
  },
  {
    id: 'A14',
    what: 'Expressions that take the square of a text',
    by: ['S4'],
    tests: [
      ['expressions', 'no regular expression of the product takes the square of its text'],
      ['safety/hostile-expressions', 'nothing that reads a text takes long for it'],
    ],
    control: ['expressions', 'control: an expression that is put together of what is named above it'],
  },
  {
    id: 'A15',
    what: 'A small picture that takes minutes to decode',
    by: ['R224b'],
    tests: [['photo/photo', 'a JPEG that has to be gone through again and again']],
    control: ['photo/photo', 'control: the decoder itself takes such a file'],
  },
  {
    id: 'A16',
    what: 'Connections made again as soon as each is cut, and others behind them',
    by: ['Connections without a request, with the head that is coming in'],
    tests: [
      ['http/arrivals', 'one of each address is read in turn'],
      ['safety/cost-heap', '99 of 100 others are answered within a second'],
    ],
    control: ['http/arrivals', 'the last is read before fifty of another; control'],
  },
  {
    id: 'Codes',
    what: 'Refusals that tell a stranger that somebody asks for a code',
    by: ['R15a', 'R15b'],
    tests: [
      ['pending/one-word', '%s: whatever is wrong with a code, the reply is the same to the byte'],
      ['pending/others-ask', '%s: whatever others did, who asks is told the same to the byte'],
    ],
    control: ['pending/others-ask', 'control: where all are one'],
  },
  {
    id: 'Proxies',
    what: 'TRUST_PROXY without a HOST of this machine alone',
    by: ['O14a'],
    tests: [['operations/doctor', 'TRUST_PROXY without a HOST of this machine alone is named']],
    control: ['operations/doctor', 'control: '],
  },
]

/** As it stands in SECURITY.md. */
export const attacksTable = (): string =>
  [
    '| Id | What was tried | Held by | Tests |',
    '| --- | --- | --- | --- |',
    ...attacks.map(({ id, what, by, tests, control }) => {
      const files = [...new Set([...tests, control].map(([file]) => `\`tests/${file}\``))]
      return `| ${id} | ${what} | ${by.join('; ')} | ${files.join(' ')} |`
    }),
  ].join('\n')
