// `npm run restore -- <file>`: a backup into an empty store.
import { operate } from './operate.mjs'

await operate('restore')
