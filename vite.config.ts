// How dist/ comes about: `vite build` makes the client, `vite build --ssr` makes the server from the same sources.
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, minifySync, type Plugin, type UserConfig } from 'vite'
import { docsFiles } from '#server/edge/http/api/docs.ts'
import { paymentsShown, withSettings } from '#server/edge/http/static.ts'
import { fontsToBuild } from '#server/edge/preview/font-files.ts'
import { readConfig } from '#server/kernel/config.ts'

const worthwhileBytes = 1_024
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

/** Puts a .br and a .gz beside every text file of the client over 1 kB: the server then never compresses a file per request. */
function precompress(folder: string): Plugin {
  return {
    name: 'rolecall:precompress',
    // After the files are there, and not at all when the build has failed.
    writeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
          if (name.startsWith('.') || !/\.(js|mjs|css|html|svg|json|txt|map|wasm)$/.test(name)) continue
          const path = join(folder, name)
          const text = readFileSync(path)
          if (text.length <= worthwhileBytes) continue
          writeFileSync(`${path}.br`, brotliCompressSync(text, brotli))
          writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }))
        }
      },
    },
  }
}

/**
 * What each kind of first load begins with: a page, with what stands around it and is asked for at once. Dynamic imports come later. Left to the bundler, the
 * invitation is 123 kB in 50 files instead of 112 in 8, a group's page 207 in 129 instead of 177 in 20 (gzip).
 */
const beginnings = {
  /** What every page shares. */
  shell: /client.main\.tsx$/,
  invitee: /client.rsvp.rsvp-page\.tsx$/,
  /** What the invitation needs besides where it asks questions. */
  questions: /client.rsvp.questions.questions-part\.tsx$/,
  landing: /client.(?:app|home.landing-page)\.tsx$/,
  access: /client.(?:app|access.login-page)\.tsx$/,
  newcomer: /client.(?:app|access.sign-up-page)\.tsx$/,
  dashboard: /client.(?:app|event.dashboard.dashboard-page|home.user-menu|lib.auth-check)\.tsx?$/,
  board: /client.(?:app|event.page.(?:event|group)-page|group.tabs.roles-panel|home.user-menu|lib.auth-check)\.tsx?$/,
  /** What whoever organizes nothing may need at any time, dynamic imports and all. */
  guest: /client.(?:access|companions|guest|notice|handover|rsvp)[\w./-]+-page\.tsx$|client.(?:home.landing|plan.pricing)-page\.tsx$/,
  create: /client.(?:app|event.create.create-page|home.user-menu|lib.auth-check)\.tsx?$/,
} as const satisfies Readonly<Record<string, RegExp>>
type FirstLoad = keyof typeof beginnings
const firstLoads = Object.keys(beginnings) as readonly FirstLoad[]
/** The modules that each of them needs, found by following imports. */
const found = Object.fromEntries(firstLoads.map((name) => [name, new Set<string>()])) as Readonly<Record<FirstLoad, Set<string>>>
/** Modules that are only asked for by themselves: pages and parts of pages. */
const asked = new Set<string>()

const isIconIndex = (id: string) => /\/lucide-react\.\w+$/.test(id)

/** The files of icons by the names that they are asked for; some have several (CircleAlert is circle-exclamation-point). */
const iconFiles = new Map<string, string>()
function readIcons(index: string) {
  for (const [, names = '', file = ''] of index.matchAll(/export\s*\{([^}]*)\}\s*from\s*["'][^"']*\/([\w-]+)\.\w+["']/g))
    for (const [, name = ''] of names.matchAll(/\bas\s+(\w+)/g)) iconFiles.set(name, file)
}

/** The icons that a module asks for by name; their index imports all there are, for whatever page: 5.6 of the invitation's 117 kB, 2.5 of a group page's 180. */
function iconsOf(code: string, files: readonly string[]): string[] {
  const imports = [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)]
  const names = imports.flatMap(([, list = '']) => list.match(/\b[A-Z]\w*/g) ?? [])
  const wanted = new Set(names.map((name) => iconFiles.get(name)))
  return files.filter((file) => wanted.has(/icons\/([\w-]+)\.\w+$/.exec(file)?.[1] ?? ''))
}

/** Finds out which modules each of them needs. */
function needs(): Plugin {
  return {
    name: 'rolecall:needs',
    buildEnd() {
      for (const id of this.getModuleIds()) if (isIconIndex(id)) readIcons(this.getModuleInfo(id)?.code ?? '')
      const add = (modules: Set<string>, id: string) => {
        if (modules.has(id)) return
        modules.add(id)
        const { code, importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {}
        for (const imported of modules === found.guest ? [...importedIds, ...dynamicallyImportedIds] : importedIds) {
          if (isIconIndex(imported))
            for (const icon of iconsOf(code ?? '', this.getModuleInfo(imported)?.importedIds ?? [])) add(modules, icon)
          else add(modules, imported)
        }
      }
      for (const id of this.getModuleIds()) {
        for (const name of firstLoads) if (beginnings[name].test(id)) add(found[name], id)
        const { dynamicImporters = [], importers = [] } = this.getModuleInfo(id) ?? {}
        if (dynamicImporters.length > 0 && importers.length === 0) asked.add(id)
      }
    },
  }
}

/** What is asked for by itself and lies in a file with others has no line in the manifest, by which the server names what a page needs: it gets one. */
const namedInside: Plugin = {
  name: 'rolecall:named-inside',
  writeBundle: {
    order: 'post',
    sequential: true,
    handler({ dir = '' }, bundle) {
      const path = join(dir, '.vite/manifest.json')
      const lines = JSON.parse(readFileSync(path, 'utf8')) as Record<string, { file: string }>
      const byFile = new Map(Object.values(lines).map((line) => [line.file, line]))
      for (const chunk of Object.values(bundle)) {
        const line = byFile.get(chunk.fileName)
        if (chunk.type !== 'chunk' || !line) continue
        for (const id of chunk.moduleIds)
          if (asked.has(id)) lines[relative(join(import.meta.dirname, 'client'), id).replaceAll('\\', '/')] ??= line
      }
      writeFileSync(path, JSON.stringify(lines))
    },
  },
}

const isEntry = (id: string) => /client\/main\.tsx$|index\.html$/.test(id)

/** The file of a module: one for all that the same first loads need, so that none brings what another alone needs, and each is a few files. */
function fileOf(id: string): string | null {
  if (isEntry(id)) return null
  if (found.shell.has(id)) return 'shell'
  // What draws the questions; what checks and sends an answer needs none of it.
  if (/client.rsvp.questions.question[\w-]+\.tsx$/.test(id)) return 'questions'
  const needing = firstLoads.filter((name) => found[name].has(id))
  // The names of all files stand in the first load: a letter for each.
  const all = needing.map(([letter]) => letter).join('')
  // What only the login or only the sign-up needs stays apart; for all else they are one.
  const letters = /^a?n?g?$/.test(all) ? all : all.replace(/an?|n/, 'a')
  // What begins an invitation or a page of guests is named after what it is.
  if (asked.has(id) && !/[dbc]/.test(letters)) return null
  if (/^g?$/.test(letters)) return null
  // Of one icon that the prices share with the board they must not get the protocol of events.
  return /^(?:b|d)g$/.test(letters) && id.includes('/icons/') ? 'adbgc' : together(letters)
}

/**
 * On a slow line a file costs a round trip, and six come at a time: what is small is put together where little is brought in vain: the invitation
 * comes in 8 files, a group's page in 15; in 29 it took a third of a second longer.
 */
function together(all: string): string {
  // What a guest who is asked questions must not load with the board or a form of organizers, and what only guests need of it is one file.
  if (all.startsWith('q')) return all.includes('b') ? 'q' : /^qg?$/.test(all) ? 'qg' : all
  const letters = all.replace('q', '')
  const ofGuests = letters.replace(/[^ila]/g, '')
  const ofOrganizers = letters.replace(/[^dbc]/g, '')
  if (!ofOrganizers) return letters
  if (ofGuests.startsWith('i')) return ofGuests.includes('a') ? 'ia' : ofGuests
  if (ofGuests.startsWith('l')) return 'l'
  if (ofGuests === '') return ['dbc', 'db'].includes(ofOrganizers) ? ofOrganizers : letters
  return ['abg', 'adbg', 'bgc'].includes(letters) ? 'adbgc' : letters
}

/** Draws icons with our own few lines: what lucide-react brings for that is 2 kB of every first load (gzip). */
const plainIcons: Plugin = {
  name: 'rolecall:plain-icons',
  enforce: 'pre',
  apply: 'build',
  resolveId: (source, importer) =>
    source.endsWith('/createLucideIcon.mjs') && importer?.includes('lucide-react') ? '\0plain-icon' : undefined,
  load: (id) => (id === '\0plain-icon' ? `export { createPlainIcon as default } from '#client/ui/plain-icon.ts'` : undefined),
}

/** Leaves WebTransport out of Socket.IO's client: our server doesn't speak it, and the invitee's first load counts every kilobyte. */
const withoutWebTransport: Plugin = {
  name: 'rolecall:without-web-transport',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('/webtransport.js') && importer?.includes('engine.io-client') ? '\0no-web-transport' : undefined,
  load: (id) => (id === '\0no-web-transport' ? 'export const WT = undefined' : undefined),
}

/** Names the early script by what is in it. It stands before the first paint, so a browser that has it must not have to ask whether it still holds. */
const namedEarly: Plugin = {
  name: 'rolecall:named-early',
  apply: 'build',
  buildStart() {
    const { code } = minifySync('early.js', readFileSync('client/early.js', 'utf8'))
    this.emitFile({ type: 'asset', name: 'early.js', source: code })
  },
  transformIndexHtml: {
    order: 'post',
    handler(page, { bundle = {} }) {
      const early = Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes('early.js'))
      return page.replace('"/early.js"', `"/${early?.fileName}"`)
    },
  },
}

/** What the door's page is made of (R189): its own part of the manifest with all that it imports, what reads passes, and the page's own files. */
function doorFiles(folder: string): string[] {
  type Entry = { readonly file: string; readonly imports?: string[]; readonly css?: string[]; readonly assets?: string[] }
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Readonly<Record<string, Entry>>
  const found = new Set<string>()
  const add = (name: string) => {
    const { file, imports = [], css = [], assets = [] } = manifest[name] ?? {}
    if (!file || found.has(`/${file}`)) return
    for (const one of [file, ...css, ...assets]) found.add(`/${one}`)
    for (const one of imports) add(one)
  }
  for (const name of Object.keys(manifest)) if (/^index\.html$|(?:^|\/)door\/door-page\.tsx$/.test(name)) add(name)
  for (const name of readdirSync(join(folder, 'assets')))
    if (/^(?:scan-worker|zxing_reader)-.*\.(?:js|wasm)$/.test(name)) found.add(`/assets/${name}`)
  for (const [, file = ''] of readFileSync(join(folder, 'index.html'), 'utf8').matchAll(/"(\/assets\/[^"]+)"/g)) found.add(file)
  return [...found, '/favicon.svg'].filter((file) => !file.endsWith('.html')).toSorted()
}

/** Puts the door's worker (client/door-worker.js) beside the page, with the names of the files that it keeps. */
const doorWorker: Plugin = {
  name: 'rolecall:door-worker',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    handler() {
      const files = doorFiles('dist/client')
      const version = createHash('sha256').update(files.join()).update(readFileSync('dist/client/index.html')).digest('hex').slice(0, 12)
      const { code } = minifySync('door-worker.js', readFileSync('client/door-worker.js', 'utf8'))
      writeFileSync('dist/client/door-worker.js', `globalThis.kept=${JSON.stringify({ version, files })};${code}`)
    },
  },
}

/** Serves the page in development as the server would: with the settings of the same environment. */
const servedSettings: Plugin = {
  name: 'rolecall:served-settings',
  apply: 'serve',
  transformIndexHtml(page) {
    const { payments, production, supportEmail, retentionDays } = readConfig()
    return withSettings(page, { payments: paymentsShown(payments, production), supportEmail, retentionDays })
  },
}

const client: UserConfig = {
  root: 'client',
  // What wouter brings for React 17, React has by itself since 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  plugins: [
    withoutWebTransport,
    plainIcons,
    namedEarly,
    servedSettings,
    react({ jsxImportSource: '#client' }),
    tailwindcss(),
    needs(),
    namedInside,
    doorWorker,
    precompress('dist/client'),
  ],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
    // A few files instead of a hundred small ones: each costs a slow device some milliseconds, even where the browser has it already.
    rolldownOptions: {
      input: ['client/index.html', 'client/dev/ui.html'],
      output: {
        // The names of all later files stand in the first load: none says more than it must, in few letters, which pack better; `.vite/manifest.json` says what is in which.
        chunkFileNames: 'assets/[hash:7].js',
        hashCharacters: 'base36',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ debugName: 'first loads', name: fileOf }],
        },
      },
    },
    // The browsers that know light-dark(), all since spring 2024: nothing is rewritten for older ones.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // Small files stay files: the content security policy then needs no `data:` for them.
    assetsInlineLimit: 0,
  },
  // Relative to `root`, as build inputs aren't: otherwise no dependency is found ahead, and each one reloads the page that is open.
  optimizeDeps: { entries: ['index.html', 'dev/ui.html'] },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/api': `http://localhost:${process.env.PORT ?? 3000}`,
      '/e/': `http://localhost:${process.env.PORT ?? 3000}`,
      '/og': `http://localhost:${process.env.PORT ?? 3000}`,
      '/dev/outbox': `http://localhost:${process.env.PORT ?? 3000}`,
      '/dev/emails': `http://localhost:${process.env.PORT ?? 3000}`,
      '/socket.io': { target: `http://localhost:${process.env.PORT ?? 3000}`, ws: true },
    },
  },
}

/** Puts files that the server reads while it runs beside it, since it is installed without the packages they come from: the fonts of pictures with what shapes their letters, and what draws the API's page. */
const besideServer: Plugin = {
  name: 'rolecall:beside-server',
  writeBundle() {
    for (const folder of ['dist/fonts', 'dist/docs']) mkdirSync(folder, { recursive: true })
    for (const [name, content] of fontsToBuild()) writeFileSync(join('dist/fonts', name), content)
    // Asked for beside the module that shapes texts.
    copyFileSync('node_modules/harfbuzzjs/dist/harfbuzz.wasm', 'dist/server/harfbuzz.wasm')
    for (const name of [...docsFiles, 'LICENSE', 'NOTICE'])
      copyFileSync(join('node_modules/swagger-ui-dist', name), join('dist/docs', name))
  },
}

/** What a server is installed with, beside its own files: machine code, the driver whose inner files it asks for by name, and files that it serves. */
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly dependencies: Readonly<Record<string, string>> }

/** Puts the licences of the packages that are part of the server's own files beside them. */
const licences: Plugin = {
  name: 'rolecall:licences',
  generateBundle() {
    const folders = [...this.getModuleIds()].flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? [])
    const texts = [...new Set(folders)].sort().flatMap((folder) => {
      const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
      return file ? [`${folder.replace(/^.*\/node_modules\//, '')}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`] : []
    })
    this.emitFile({ type: 'asset', fileName: 'licences.txt', source: texts.join('\n\n') })
  },
}

const server: UserConfig = {
  plugins: [besideServer, licences],
  // Its packages are part of its files: it starts in little more than half the time, and an image needs few of them (decision 0127).
  ssr: { noExternal: true, external: Object.keys(dependencies) },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node20',
    // The server, what backs up and restores its store, and the threads that write the store and draw pictures and pages. What they share lies beside them.
    rolldownOptions: {
      input: {
        main: 'server/app/main.ts',
        backup: 'server/app/backup/main.ts',
        writer: 'server/kernel/store/sqlite/thread.ts',
        preview: 'server/edge/preview/worker.ts',
        pictures: 'server/edge/pictures/worker.ts',
        pages: 'server/edge/http/pages/worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
}

/** The pages that the server draws (R81): the client's own components with all they need in them, since a server is installed without them. */
const drawing: UserConfig = {
  root: 'client',
  plugins: [plainIcons, react({ jsxImportSource: '#client' })],
  ssr: { noExternal: true },
  build: {
    ssr: 'server-entry.tsx',
    outDir: '../dist/pages',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: 'pages.js', chunkFileNames: '[name]-[hash].js' } },
  },
}

export default defineConfig(({ isSsrBuild, mode }) => (mode === 'pages' ? drawing : isSsrBuild ? server : client))
