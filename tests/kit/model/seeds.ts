// Before each test file: what fast-check makes up in it follows from the file's seed as well.
import { configureGlobal, readConfigureGlobal } from 'fast-check'
import { fileSeed } from './chance.ts'

configureGlobal({ ...readConfigureGlobal(), seed: fileSeed() })
