// The User Guide's PDF: that it is the one of its sources, can be read by everyone, and says what the product does.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { planLimits, tiers } from '#protocol/kernel/limits.ts'

const source = readFileSync('docs/user-guide/guide.html', 'utf8')

test('A9 the PDF was printed from the current sources: else run `node scripts/guide.mjs`', () => {
  expect(execFileSync(process.execPath, ['scripts/guide.mjs', '--check'], { encoding: 'utf8' })).toBe('')
})

interface Tagged {
  readonly role?: string
  readonly alt?: string
  readonly children?: readonly Tagged[]
}
const within = (node: Tagged): Tagged[] => [node, ...(node.children ?? []).flatMap(within)]

test.each(['client/public/user-guide.pdf', 'client/guide/user-guide-phone.pdf'])(
  'A9 %s has a title, a language, an outline, and tags with descriptions of its pictures',
  async (file) => {
    const pdf = await getDocument({ data: new Uint8Array(readFileSync(file)), verbosity: 0 }).promise
    const { info } = await pdf.getMetadata()
    expect(info).toMatchObject({ Title: 'Rolecall User Guide', Language: 'en' })
    const chapters = [...source.matchAll(/<h2[^>]*>([^<]*)</g)].map(([, title]) => title)
    expect((await pdf.getOutline()).flatMap(({ items }) => items.map(({ title }: { title: string }) => title))).toEqual(chapters)
    const pages = [await pdf.getPage(1), await pdf.getPage(2)].map((page) => page.getTextContent())
    const said = (await Promise.all(pages)).map(({ items }) => items.map((item) => ('str' in item ? item.str.trim() : '')).join(''))
    // The cover is one page.
    expect(said).toEqual([expect.stringContaining('(v0.3)'), expect.stringContaining('Whatisinhere')])
    const trees = await Promise.all(Array.from({ length: pdf.numPages }, async (_, nth) => (await pdf.getPage(nth + 1)).getStructTree()))
    const tags = trees.flatMap((tree) => within(tree as Tagged))
    expect(tags.filter(({ role }) => role === 'H2')).toHaveLength(chapters.length)
    expect(tags.filter(({ role, alt }) => role === 'Figure' && alt)).toHaveLength((source.match(/role="img"/g) ?? []).length)
  },
)

test('A9 the guide’s table of limits is the one the server keeps to', () => {
  const cells = (head: string) => {
    const [, row = ''] = new RegExp(`<th scope="row">${head}</th>(.*?)</tr>`, 's').exec(source) ?? []
    return [...row.matchAll(/>([\d,]+)</g)].map(([, number]) => Number(number))
  }
  const limits = (name: keyof (typeof planLimits)['free']) => tiers.map((tier) => planLimits[tier][name])
  expect(cells('Active events')).toEqual(limits('activeEvents'))
  expect(cells('Roles per event')).toEqual(limits('rolesPerGroup'))
  expect(cells('Seats per role')).toEqual(limits('participantsPerRole'))
  expect(cells('Questions')).toEqual(limits('questionsPerGroup'))
  expect(cells('Days ahead')).toEqual(limits('schedulingDays'))
  expect(cells('Groups')).toEqual(limits('groups'))
  expect(source).toContain(`at most ${planLimits.free.eventsPerMonth} new events in a calendar month`)
})
