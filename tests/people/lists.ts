// Lists as other programs write them, and who is on each: name, email, mobile and role; made up throughout.
import { readFileSync } from 'node:fs'

export type Who = readonly [name: string, email: string, mobile?: string, role?: string]
export interface Listed {
  readonly of: string
  readonly source: string | Uint8Array
  readonly people: readonly Who[]
  /** Texts of what is left out. */
  readonly leftOut?: readonly string[]
}

const ann = ['Ann Archer', 'ann@example.com'] as const
const ben = ['Ben Baker', 'ben@example.com'] as const
const both: readonly Who[] = [ann, ben]
const annCalled = [...ann, '+1 555 0100'] as const
const benCalled = [...ben, '+1 555 0101'] as const
/** The first line of what a program writes, as it writes it. */
const heading = (name: string) => readFileSync(new URL(`headings/${name}.txt`, import.meta.url), 'utf8').trimEnd()
const file = (name: string, people: readonly Who[], leftOut: readonly string[] = []): Listed => ({
  of: name,
  source: new Uint8Array(readFileSync(new URL(`lists/${name}`, import.meta.url))),
  people,
  leftOut,
})

const files: readonly Listed[] = [
  file('csv-first-last.csv', [annCalled, benCalled]),
  file('csv-nachname-vorname.csv', both),
  file('csv-company-first.csv', [ann]),
  file('csv-utf16le.txt', [ann, ['Jürgen Müller', 'juergen@example.com']]),
  file('csv-windows1252.csv', [
    ['Jürgen Müller', 'juergen@example.com'],
    ['Zoë O’Neill – guest', 'zoe@example.com'],
  ]),
  file('csv-sep.csv', both),
  file('csv-title-line.csv', [annCalled, benCalled]),
  file('not-a-csv.xlsx', both),
  file('csv-two-in-one-cell.csv', [ann, ['Ann Archer', 'ann@work.example'], ben, ['Ben Baker', 'ben@work.example']]),
  file('csv-angle-cells.csv', [ann, ben, ['Cleo Cole', 'cleo@example.com']]),
  file('paste-last-first.txt', both),
  file(
    'paste-spaces.txt',
    ['ann', 'ben', 'cleo', 'dan', 'eve'].map((who): Who => ['', `${who}@example.com`]),
  ),
  file('paste-sheet-with-phone.txt', [annCalled, benCalled]),
  file('paste-google-form.txt', both),
  file('paste-cell-with-line-break.txt', [
    ['Archer Ann', 'ann@example.com'],
    ['Baker Ben', 'ben@example.com'],
  ]),
  file('paste-zwnj.txt', [
    ['علی\u200cرضا رضایی', 'ali@example.com'],
    ['👩\u200d💻 Ann', 'ann@example.com'],
    ['Ann Archer', 'ann2@example.com'],
  ]),
  file('paste-bidi-marks.txt', [ann, ['', 'ben@example.com']]),
  file('org-mobile-bidi.txt', [annCalled]),
  file(
    'paste-name-is-address.txt',
    ['ann', 'ben', 'cleo'].map((who): Who => ['', `${who}@example.com`]),
  ),
  file('org-semicolon-quoted.txt', [
    [...ann, '+49 30 1234567'],
    [...ben, '+49 30 7654321'],
  ]),
]

const [contact, outlook] = [heading('google'), heading('outlook')]

/** Programs that many people keep lists in. */
const programs: readonly Listed[] = [
  { of: 'Outlook, recipients', source: 'Archer, Ann <ann@example.com>; Baker, Ben <ben@example.com>;', people: both },
  {
    of: 'Outlook, recipients without names',
    source: "'ann@example.com'; 'ben@example.com'",
    people: [
      ['', 'ann@example.com'],
      ['', 'ben@example.com'],
    ],
  },
  {
    of: 'Outlook, contacts',
    source: `${outlook}\r\n"","Ann","","Archer","Acme Ltd","","+1 555 0100","ann@example.com","SMTP","Ann Archer (ann@example.com)"\r\n`,
    people: [annCalled],
  },
  {
    of: 'Gmail, recipients',
    source: 'Ann Archer <ann@example.com>, "Baker, Ben" <ben@example.com>, cleo@example.com',
    people: [...both, ['', 'cleo@example.com']],
  },
  {
    of: 'Google Contacts',
    source: `${contact}\nAnn,,Archer,,Acme Ltd,* myContacts,* Home,ann@example.com,Mobile,+1 555 0100\n`,
    people: [annCalled],
  },
  { of: 'Apple Mail, recipients', source: 'Ann Archer <ann@example.com>,\u00a0Ben Baker <ben@example.com>', people: both },
  {
    of: 'Apple Contacts',
    source: [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:Archer;Ann;;;',
      'FN:Ann Archer',
      'ORG:Acme Ltd;',
      'item1.EMAIL;type=INTERNET;type=pref:ann@exam',
      ' ple.com',
      'TEL;type=CELL;type=VOICE:+1 555 0100',
      'END:VCARD',
      'BEGIN:VCARD',
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=BCrgen',
      'EMAIL;INTERNET:juergen@example.com\r\nEND:VCARD\r\nBEGIN:VCARD\r\nVERSION:4.0\r\nFN:Uncle Ben\r\nEND:VCARD\r\n',
    ].join('\r\n'),
    people: [annCalled, ['Jürgen Müller', 'juergen@example.com']],
    leftOut: ['Uncle Ben'],
  },
  {
    of: 'Google Forms',
    source:
      'Timestamp,Email Address,What is your name?,Phone number,Comments\n2026/12/05 10:01:22 am GMT+1,ann@example.com,Ann Archer,+1 555 0100,"Bring cake, please"\n',
    people: [annCalled],
  },
  {
    of: 'SurveyMonkey',
    source:
      'Respondent ID,Collector ID,Start Date,End Date,IP Address,Email Address,First Name,Last Name,Do you sing?\n,,,,,,,,Response\n118,42,12/05/2026 10:01:22,12/05/2026 10:02,192.0.2.7,ann@example.com,Ann,Archer,Yes\n',
    people: [ann],
  },
  {
    of: 'Excel in English',
    source: 'Name\tEmail\tRole\nAnn Archer\tann@example.com\tSpeaker\nBen Baker\tben@example.com\t\n',
    people: [[...ann, '', 'Speaker'], ben],
  },
  {
    of: 'Excel in German',
    source: `\ufeff${heading('german')}\r\nArcher;Ann;ann@example.com;+1 555 0100;Gast\r\n`,
    people: [[...annCalled, 'Gast']],
  },
  {
    of: 'Excel in French',
    source: `${heading('french')}\r\nArcher;Ann;ann@example.com;+1 555 0100;Acme SARL\r\n`,
    people: [annCalled],
  },
  {
    of: 'LibreOffice',
    source: '"Name","Email"\n"Archer, Ann","ann@example.com"\n"Ben ""B"" Baker","ben@example.com"\n',
    people: [ann, ['Ben "B" Baker', 'ben@example.com']],
  },
  ...heading('languages')
    .split('\n')
    .map((line) => line.split('\t'))
    .map(
      ([language, first]): Listed => ({
        of: `a table in ${language}`,
        source: `${first}\nAnn;Archer;ann@example.com;+1 555 0100\n`,
        people: [annCalled],
      }),
    ),
  {
    of: 'a table in Japanese, names as they are said there',
    source: '姓,名,メール\n山田,太郎,taro@example.com',
    people: [['山田 太郎', 'taro@example.com']],
  },
]

/** Lists that people write. */
const written: readonly Listed[] = [
  {
    of: 'a choir’s numbered list',
    source: 'Soprano:\n1. Ann Archer ann@example.com\n2) Ben Baker, ben@example.com\n',
    people: both,
    leftOut: ['Soprano'],
  },
  {
    of: 'a list with bullets',
    source: '• Ann Archer – ann@example.com\n• Ben Baker: ben@example.com\n- [x] cleo@example.com.',
    people: [...both, ['', 'cleo@example.com']],
  },
  {
    of: 'a group (RFC 5322)',
    source: 'Choir: ann@example.com, ben@example.com;',
    people: [
      ['', 'ann@example.com'],
      ['', 'ben@example.com'],
    ],
  },
  { of: 'a group with names', source: 'Choir: Ann Archer <ann@example.com>, "Baker, Ben" <ben@example.com>;', people: both },
  { of: 'a head of an email', source: 'To: Ann Archer <ann@example.com>,\n Ben Baker <ben@example.com>', people: both },
  { of: 'labels', source: 'Name: Ann Archer, Email: ann@example.com', people: [ann] },
  {
    of: 'links',
    source: '[Ann Archer](mailto:ann@example.com?subject=Hi)\nmailto:ben%40example.com',
    people: [ann, ['', 'ben@example.com']],
  },
  { of: 'names that follow', source: 'ann@example.com, Ann Archer, ben@example.com, Ben Baker', people: both },
  { of: 'names in brackets', source: 'ann@example.com (Ann Archer), ben@example.com (Ben Baker)', people: both },
  { of: 'a phone in the line', source: 'Ann Archer +1 555 0100 ann@example.com', people: [annCalled] },
  {
    of: 'a company and a count without a heading',
    source: 'Acme Ltd;Ann Archer;ann@example.com;12\nBolt GmbH;Ben Baker;ben@example.com;3',
    people: both,
  },
  {
    of: 'somebody without an address',
    source: 'ann@example.com; ben@example.com; Uncle Ben',
    people: [
      ['', 'ann@example.com'],
      ['', 'ben@example.com'],
    ],
    leftOut: ['Uncle Ben'],
  },
  { of: 'a bad address beside a good one', source: 'Bob bob@bad; Ann Archer ann@example.com', people: [ann], leftOut: ['Bob <bob@bad>'] },
  {
    of: 'one address of two people',
    source: 'Ann Archer <ann@example.com>\nBen Baker <ann@example.com>',
    people: [ann],
    leftOut: ['Ben Baker <ann@example.com>'],
  },
  { of: 'one person twice', source: 'Ann Archer <ann@example.com>\nANN@example.com', people: [ann], leftOut: ['ann@example.com'] },
  { of: 'a name that comes later', source: 'ann@example.com\nAnn Archer <ann@example.com>', people: [ann] },
  {
    of: 'somebody else’s address beside',
    source: 'Name,Email,Manager email\nAnn Archer,ann@example.com,boss@example.com',
    people: [ann],
    leftOut: ['boss@example.com'],
  },
  {
    of: 'letters that were lost',
    source: 'J\ufffdrgen;juergen@example.com\nAnn Archer;a\ufffdn@example.com',
    people: [['', 'juergen@example.com']],
    leftOut: ['Ann Archer <a\ufffdn@example.com>'],
  },
  { of: 'a cell as our exports guard it', source: "Name,Email,Mobile\nAnn Archer,ann@example.com,'+1 555 0100", people: [annCalled] },
]

export const lists: readonly Listed[] = [...files, ...programs, ...written]
