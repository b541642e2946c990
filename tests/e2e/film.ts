// A film for the camera of a Chromium: passes, one after the other, held up and taken away again.
import { encode } from 'uqr'

const [width, height, fps] = [320, 240, 20]
/** Nothing, then a pass, in frames. */
const usual = { blank: 12, shown: 16 }

/** The corner says which one it is, so that a page can tell when it was first there. */
export const cornerOf = (nth: number) => 20 + (nth % 7) * 30

function frame(text: string | undefined, corner: number) {
  const luma = new Uint8Array(width * height).fill(225)
  for (let y = 0; y < 16; y++) luma.fill(corner, y * width, y * width + 16)
  if (text !== undefined) {
    const { data, size } = encode(text, { ecc: 'M', border: 0 })
    const [left, top] = [(width - size * 3) >> 1, (height - size * 3) >> 1]
    for (const [row, modules] of data.entries())
      for (const [column, isDark] of modules.entries())
        for (let y = 0; isDark && y < 3; y++)
          luma.fill(30, (top + row * 3 + y) * width + left + column * 3, (top + row * 3 + y) * width + left + column * 3 + 3)
  }
  return Buffer.concat([Buffer.from('FRAME\n'), luma, new Uint8Array((width * height) / 2).fill(128)])
}

/** What `--use-file-for-fake-video-capture` plays again and again, as YUV4MPEG2. */
export const film = (texts: readonly string[], { blank, shown } = usual) =>
  Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${width} H${height} F${fps}:1 Ip A1:1 C420\n`),
    ...texts.flatMap((text, nth) => {
      const [nothing, pass] = [frame(undefined, 235), frame(text, cornerOf(nth))]
      return [...Array.from({ length: blank }, () => nothing), ...Array.from({ length: shown }, () => pass)]
    }),
  ])

/** What a Chromium is started with to have it for a camera. */
export const cameraOf = (file: string) => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${file}`,
]
