// `npm run backup -- <file>`: all records of the store, as of one moment, in one file.
import { operate } from './operate.mjs'

await operate('backup')
