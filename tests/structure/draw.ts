// Draws the README's architecture picture again: node --import tsx tests/structure/draw.ts, also part of npm run fix.
import { readFileSync, writeFileSync } from 'node:fs'
import { withPicture } from './picture.ts'
import { ownSources } from './source.ts'

const readme = 'README.md'
writeFileSync(readme, withPicture(readFileSync(readme, 'utf8'), ownSources()))
