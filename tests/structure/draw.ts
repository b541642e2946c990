// Draws the picture in docs/architecture.md again: node --import tsx tests/structure/draw.ts, also part of npm run fix.
import { readFileSync, writeFileSync } from 'node:fs'
import { withPicture } from './picture.ts'
import { ownSources } from './source.ts'

const file = 'docs/architecture.md'
writeFileSync(file, withPicture(readFileSync(file, 'utf8'), ownSources()))
