// `node scripts/guide.mjs` prints docs/user-guide/ to the tagged PDFs that /user-guide shows, one for phones; with `--check` it only says whether that was forgotten.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { browsers } from './browsers.mjs'
import { install } from './install.mjs'
import { root } from './run.mjs'

const folder = 'docs/user-guide'
const sources = ['guide.html', 'guide.css', 'phone.css'].map((name) => `${folder}/${name}`)
const guidePdf = 'client/public/user-guide.pdf'
const phonePdf = 'client/guide/user-guide-phone.pdf'
/** Says from which sources the PDF was printed, and which PDF that is. */
const guideStamp = `${folder}/printed.json`

const hashOf = (files) => {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** What the stamp must hold for the PDF to be that of the current sources. */
const stampText = () => `${JSON.stringify({ sources: hashOf(sources), pdf: hashOf([guidePdf, phonePdf]) }, null, 2)}\n`

async function print() {
  const { chromium } = await import('playwright-core')
  const { CHROMIUM_PATH: executablePath } = await browsers(['CHROMIUM_PATH'])
  const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] })
  const page = await browser.newPage()
  await page.goto(pathToFileURL(join(root, folder, 'guide.html')).href)
  await page.evaluate(() => document.fonts.ready)
  const printTo = async (file) => {
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true })
    writeFileSync(join(root, file), pdf)
    console.log(`${file}: ${Math.round(pdf.length / 1024)} kB`)
  }
  await printTo(guidePdf)
  await page.addStyleTag({ path: join(root, folder, 'phone.css') })
  await printTo(phonePdf)
  await browser.close()
  writeFileSync(join(root, guideStamp), stampText())
}

/** Complains if the sources or the PDF are not those of the last printing. */
function check() {
  if (readFileSync(join(root, guideStamp), 'utf8') === stampText()) return
  console.error(`${guidePdf} is not the one of ${folder}/. Print it with: node scripts/guide.mjs`)
  process.exitCode = 1
}

await install()
if (parseArgs({ options: { check: { type: 'boolean' } } }).values.check) check()
else await print()
