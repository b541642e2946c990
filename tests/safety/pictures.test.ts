// What we serve of uploaded pictures, read by a tool of others (exiftool, Debian's libimage-exiftool-perl): nothing of who took them, where and with what is left.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { brandApi } from '#protocol/people/brand/brand.ts'
import { faceApi } from '#protocol/people/face.ts'
import { photoApi } from '#protocol/seats/photo/photo.ts'
import { createPictures } from '#server/edge/pictures/pictures.ts'
import { Refusal } from '#server/kernel/refuse.ts'
import { flood, fromPhone, gif, html, jpeg, png, svg } from '../kit/pictures/pictures.ts'
import { onTime, within } from '../kit/world/pace.ts'
import { openWorld } from '../kit/world/world.ts'

const exiftool = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'exiftool'))
  .find((file) => existsSync(file))
if (!exiftool) console.log('No exiftool here (apt install libimage-exiftool-perl): nobody but us looks for metadata in pictures.')

/** The groups of what it finds that say how a file is laid out, and nothing of where it comes from. */
const ofTheFile = new Set(['ExifTool', 'System', 'File', 'JFIF', 'PNG', 'PNG-pHYs', 'Composite'])
/** What else it finds in a file, by group and name. */
function foundIn(bytes: Buffer): string[] {
  const args = ['-j', '-a', '-G1', '-s', '-U', '-']
  const [tags = {}] = JSON.parse(execFileSync(exiftool ?? 'exiftool', args, { input: bytes, encoding: 'utf8' })) as Record<
    string,
    unknown
  >[]
  return Object.keys(tags).filter((name) => name.includes(':') && !ofTheFile.has(name.split(':')[0] ?? ''))
}

/** The same as PNG and as WebP, with all that a phone writes into it. */
const withEverything = async () => {
  const jpeg = await fromPhone()
  return [jpeg, await sharp(jpeg).keepMetadata().png().toBuffer(), await sharp(jpeg).keepMetadata().webp().toBuffer()]
}

test.runIf(exiftool)(
  'R214, R224, S14 no metadata is left in any photo, face or logo that is served, whichever kind of file came',
  async () => {
    const world = await openWorld()
    const ada = await world.person('ada', 'pro')
    const { eventId: id } = await world.event(ada)
    await world.ok(brandApi.save, { name: 'Harbor Choir', accent: '#aa3355' }, ada)
    for (const came of await withEverything()) {
      const bytes = new Uint8Array(came)
      const { event } = await world.ok(photoApi.set, { id, bytes }, ada)
      const { user } = await world.ok(faceApi.set, { bytes }, ada)
      const { brand } = await world.ok(brandApi.setLogo, { bytes }, ada)
      const photos = [1600, 800].map((width) => `/photo/${event.photo?.hash}-${width}.jpg`)
      const faces = [256, 96].map((width) => `/photo/${user.photo}-${width}.jpg`)
      const paths = [...photos, ...faces, brand?.logo?.url ?? '', brand?.logo?.largeUrl ?? '']
      for (const path of paths) {
        const response = await world.app.request(path)
        expect(response.status, path).toBe(200)
        expect(foundIn(Buffer.from(await response.arrayBuffer())), path).toEqual([])
      }
    }
  },
)

test.runIf(exiftool)('R224 control: in what came it finds the place, the maker and the owner, in each kind of file', async () => {
  for (const came of await withEverything())
    expect(foundIn(came)).toEqual(expect.arrayContaining(['IFD0:Make', 'IFD0:Copyright', 'GPS:GPSLatitude']))
})

test(
  'R214, R224, S1 pace: whatever somebody sends in place of a picture is refused or clean within 100 ms, without what it would take in memory',
  onTime,
  async () => {
    const make = createPictures()
    await make(new Uint8Array(await jpeg(99, 99)), 'photo', 'first') // its thread begins with the first one
    const sent: Readonly<Record<string, [Buffer, string]>> = {
      svg: [svg, 'picture-type-unknown'],
      page: [html, 'picture-type-unknown'],
      'ten thousand frames': [gif, 'picture-type-unknown'],
      'of 20,000 by 20,000': [flood(20_000, 20_000), 'picture-pixels'],
      'cut off': [(await png(400, 300)).subarray(0, 4_000), 'picture-broken'],
      'a page behind it': [Buffer.concat([await jpeg(400, 300), html]), 'clean'],
    }
    const before = process.memoryUsage().rss
    for (const [what, [bytes, expected]] of Object.entries(sent)) {
      const began = performance.now()
      const became = await make(new Uint8Array(bytes), 'photo', 'somebody').then(
        () => 'clean',
        (error: unknown) => (error instanceof Refusal ? error.code : 'internal'),
      )
      within(performance.now() - began, 100)
      expect([what, became]).toEqual([what, expected])
    }
    // Decoded, the large one alone would be 1.6 GB.
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1_048_576)
  },
)
