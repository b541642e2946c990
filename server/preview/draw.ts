// Draws a picture: the tree to vectors, the vectors to a PNG. Some 40 ms of work, so only the thread of its own calls it.
import { Resvg } from '@resvg/resvg-js'
import satori from 'satori'
import { drawable, fontsFor } from './fonts.ts'
import { type PictureFacts, picture, pictureSize, textsOf } from './picture.ts'

/** A title of which no letter can be drawn still is an invitation. */
const nameless = 'You are invited'

const legible = (facts: PictureFacts): PictureFacts => ({
  ...facts,
  title: drawable(facts.title) || nameless,
  place: drawable(facts.place),
  roles: facts.roles.map((role) => ({ ...role, name: drawable(role.name) || 'Role' })),
})

/** Gives the PNG. */
export async function draw(facts: PictureFacts): Promise<Uint8Array> {
  const shown = legible(facts)
  const svg = await satori(picture(shown) as Parameters<typeof satori>[0], { ...pictureSize, fonts: fontsFor(textsOf(shown)) })
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng()
}
