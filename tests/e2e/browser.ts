// The one Chromium that browser tests and benchmarks drive: the one named by CHROMIUM_PATH, else the system's.
import { chromium } from 'playwright-core'

const args = [
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run',
  '--disable-background-networking --disable-component-update --disable-sync',
].flatMap((line) => line.split(' '))

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium', args })
