// Before each test file: what fast-check makes up in it follows from the file's seed as well, and what is measured in it has its yardstick beside it.
import { configureGlobal, readConfigureGlobal } from 'fast-check'
import { beforeEach } from 'vitest'
import { layYardstick } from '../world/yardstick.ts'
import { fileSeed } from './chance.ts'

configureGlobal({ ...readConfigureGlobal(), seed: fileSeed() })
beforeEach(layYardstick)
