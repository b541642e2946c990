#!/usr/bin/env node
// Stands for the Firefox program: starts the real one and answers, in its place, the one WebDriver BiDi command that Firefox ESR doesn't know.
import { spawn } from 'node:child_process'
import process from 'node:process'
import { WebSocket, WebSocketServer } from 'ws'

/** What ESR lacks: it says `unknown command`, and no page could be opened. Pages then have the colors that the browser's settings say. */
const unknown = 'emulation.setMediaFeaturesOverride'
const listening = /WebDriver BiDi listening on (ws:\/\/\S+)/

const firefox = spawn(process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr', process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] })
firefox.once('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill(signal))
process.on('exit', () => firefox.kill('SIGKILL'))

firefox.stderr.on('data', (chunk) => {
  const [, url] = listening.exec(String(chunk)) ?? []
  if (url) open(url)
  else process.stderr.write(chunk)
})

/** Passes everything on between the driver and the real Firefox at `url`, but for the unknown command. */
function open(url) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false }, () =>
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`),
  )
  server.on('connection', (driver) => {
    const browser = new WebSocket(`${url}/session`, { perMessageDeflate: false, maxPayload: 0 })
    const connected = new Promise((opened) => browser.once('open', opened))
    driver.on('message', async (text, isBinary) => {
      const { id, method } = JSON.parse(String(text))
      await connected
      if (method === unknown) driver.send(JSON.stringify({ type: 'success', id, result: {} }))
      else browser.send(text, { binary: isBinary })
    })
    browser.on('message', (text, isBinary) => driver.send(text, { binary: isBinary }))
    driver.once('close', () => browser.close())
    browser.once('close', () => driver.close())
  })
}
