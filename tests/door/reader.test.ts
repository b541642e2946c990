// What reads passes where the browser has no reader of its own: a code as a bad camera sees it (R187).
import { readFileSync } from 'node:fs'
import { encode } from 'uqr'
import { beforeAll, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { readOptions } from '#client/door/codes/scan-options.ts'

beforeAll(() => {
  const wasmBinary = new Uint8Array(readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm')).buffer
  prepareZXingModule({ overrides: { wasmBinary } })
})

const modulePx = 3
/** A code of so many pixels a module, in the middle of a grey picture, blurred as often as said: each pixel is the mean of its nine. */
function photographed(text: string, blurs: number) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const [width, height] = [640, 480]
  const [left, top] = [(width - size * modulePx) >> 1, (height - size * modulePx) >> 1]
  let grey = Float64Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [Math.floor(((at % width) - left) / modulePx), Math.floor((Math.floor(at / width) - top) / modulePx)]
    return data[y]?.[x] ? 40 : 200
  })
  for (let nth = 0; nth < blurs; nth++) {
    const before = grey
    const mean = (at: number) =>
      [-width, 0, width].reduce((sum, row) => sum + [-1, 0, 1].reduce((part, one) => part + (before[at + row + one] ?? 200), 0), 0) / 9
    grey = before.map((_, at) => mean(at))
  }
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (const [at, value] of grey.entries()) pixels.set([value, value, value, 255], at * 4)
  return { modules: size, image: { data: pixels, width, height, colorSpace: 'srgb' } as ImageData }
}
const token = `http://rolecall.test/p#${'AbC-9_xYz0'.repeat(12)}`

test('R187 a code of 49 modules at 3 pixels each is read, also when it is blurred once', async () => {
  for (const blurs of [0, 1]) {
    const { modules, image } = photographed(token, blurs)
    const [found] = await readBarcodes(image, readOptions)
    expect([modules, found?.text]).toEqual([49, token])
  }
})

test('R187 control: blurred beyond sight it is no code, and nothing is made up', async () => {
  expect(await readBarcodes(photographed(token, 12).image, readOptions)).toEqual([])
})
