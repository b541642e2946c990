// `npm run migrate`: brings the records of the store to the current shape; with --dry-run it says what it would do.
import { operate } from './operate.mjs'

await operate('migrate')
