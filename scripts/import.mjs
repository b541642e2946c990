// `npm run import`: all records of the embedded store in DATA_DIR into the database of MONGODB_URI.
import { operate } from './operate.mjs'

await operate('import')
