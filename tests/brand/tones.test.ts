// R213: whatever color somebody chooses, what is made of it can be read.
import { expect, test } from 'vitest'
import { contrast, hexOf, linearRgb, oklchOf } from '#protocol/people/brand/color.ts'
import { styleOf } from '#protocol/people/brand/style.ts'
import { brandCover, coverShades, grounds, tonesOf } from '#protocol/people/brand/tones.ts'
import { shadeNames } from '#protocol/seats/theme/theme.ts'
import { chance } from '../kit/model/chance.ts'

const { between } = chance()
const hex = (value: number) => `#${value.toString(16).padStart(6, '0')}`
const corners = ['#000000', '#ffffff', '#ff0000', '#00ff00', '#0000ff', '#ffff00', '#00ffff', '#ff00ff', '#808080', '#767676']
const accents = [...corners, ...Array.from({ length: 1000 }, () => hex(between(0, 0xffffff)))]

/** What of ours stands behind them: the surfaces of pages and of emails. */
const behind = {
  light: [
    [0.973, 0.0045, 70],
    [0.996, 0.0015, 70],
    [1, 0, 0],
    [0.95, 0.006, 70],
  ].map(([l = 0, c = 0, h = 0]) => hexOf(linearRgb(l, c, h))),
  dark: [
    [0.176, 0.004, 60],
    [0.212, 0.005, 60],
    [0.245, 0.006, 60],
    [0.262, 0.006, 60],
  ].map(([l = 0, c = 0, h = 0]) => hexOf(linearRgb(l, c, h))),
  print: ['#ffffff'],
}

test('R213 of 1,000 random colors every text has 4.5:1 and every edge 3:1, on light, on dark and on paper', () => {
  const failing = accents.flatMap((accent) =>
    grounds.flatMap((ground) => {
      const { surface, text, button, onButton, border } = tonesOf(accent)[ground]
      const surfaces = [surface, ...behind[ground]]
      const isRead = surfaces.every((one) => contrast(text, one) >= 4.5) && contrast(onButton, button) >= 4.5
      const isSeen = surfaces.every((one) => contrast(button, one) >= 3 && contrast(border, one) >= 3)
      return isRead && isSeen ? [] : [`${accent} ${ground}`]
    }),
  )
  expect(failing).toEqual([])
})

test('R213 and so it is on the cover: words, taken seats and one’s own', () => {
  expect([...coverShades]).toEqual(shadeNames)
  const failing = accents.flatMap((accent) =>
    (['light', 'dark'] as const).flatMap((scheme) => {
      const { ground, glow, free, taken, mine, ink, quiet } = brandCover(accent, scheme)
      const areWordsRead = [ground, glow].every(
        (one) => contrast(ink, one) >= 7 && contrast(quiet, one) >= 4.5 && contrast(taken, one) >= 3,
      )
      return areWordsRead && contrast(taken, free) >= 3 && contrast(mine, free) >= 3 ? [] : [`${accent} ${scheme}`]
    }),
  )
  expect(failing).toEqual([])
})

test('R213 a color that can be read stays what it is; control: as it was chosen, a pale one could not be', () => {
  expect(tonesOf('#1d4ed8').light).toMatchObject({ text: '#1d4ed8', button: '#1d4ed8', onButton: '#ffffff' })
  expect(contrast('#ffe680', '#ffffff')).toBeLessThan(3)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  for (const accent of accents.slice(0, 40)) {
    const { lightness, chroma, hue } = oklchOf(accent)
    expect(hexOf(linearRgb(lightness, chroma, hue))).toBe(accent)
  }
})

test('R216 the style that guests get holds nothing but colors, in 1.5 kB', () => {
  for (const accent of accents.slice(0, 100)) {
    const style = styleOf(accent)
    expect(style).toMatch(/^[\w\s:;{}(),#%@[\]=-]+$/)
    expect(style.length).toBeLessThan(1500)
  }
})
