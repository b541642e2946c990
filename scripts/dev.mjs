// `npm run dev`: the server anew after every change, and Vite in front of it; ends when one of the two does.
import { existsSync } from 'node:fs'
import process from 'node:process'
import { install } from './install.mjs'
import { start, tool } from './run.mjs'

await install()
if (existsSync('.env')) process.loadEnvFile('.env')
// Links in emails must lead to Vite's port, not to the server behind it.
const env = { PUBLIC_URL: 'http://localhost:5173', ...process.env }
const both = [start(tool('tsx'), ['watch', '--clear-screen=false', 'server/app/main.ts'], { env }), start(tool('vite'), [], { env })]
const code = await Promise.race(both.map(({ ended }) => ended))
for (const { kill } of both) kill('SIGTERM')
await Promise.all(both.map(({ ended }) => ended))
process.exitCode = code
