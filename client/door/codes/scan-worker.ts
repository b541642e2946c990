// Reads QR codes beside the page, by WebAssembly: only the answer that serves this file allows that (headers.ts).
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { readOptions } from './scan-options.ts'

prepareZXingModule({ overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path) } })

async function answer(picture: ImageData) {
  const [found] = await readBarcodes(picture, readOptions).catch(() => [])
  postMessage(found?.text)
}

addEventListener('message', ({ data }: MessageEvent<ImageData>) => void answer(data))
