// The one Chromium that browser tests and benchmarks drive: the one named by CHROMIUM_PATH, else the system's.
import { chromium } from 'playwright-core'

const args = [
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run',
  '--disable-background-networking --disable-component-update --disable-sync',
].flatMap((line) => line.split(' '))
const options = { executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium', args }

export const launch = () => chromium.launch(options)

/** Starts one for several processes. */
export const serve = () => chromium.launchServer(options)

/** Joins the one that was started for all; closing it closes only what was opened here. */
export const join = (address: string) => chromium.connect(address)
