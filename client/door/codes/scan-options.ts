// How pictures are read for passes, apart from the worker so that a test reads as it does (R187).
import type { ReaderOptions } from 'zxing-wasm/reader'

export const readOptions: ReaderOptions = { formats: ['QRCode'], tryHarder: true, maxNumberOfSymbols: 1 }
