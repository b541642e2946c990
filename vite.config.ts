// How dist/ comes about: `vite build` makes the client, `vite build --ssr` makes the server from the same sources.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, minifySync, type Plugin, type UserConfig } from 'vite'
import { readConfig } from './server/config.ts'
import { paymentsShown, withSettings } from './server/http/static.ts'
import { fontFiles } from './server/preview/fonts.ts'

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

/** The modules that each of these needs, found by following imports; dynamic ones come later. */
const found = {
  /** What every page shares. */
  shell: new Set<string>(),
  /** What must begin with few and small files. */
  light: new Set<string>(),
  invitee: new Set<string>(),
  /** What is open to those who organize nothing: what it begins with, and what it may need at any time. */
  open: new Set<string>(),
  openLater: new Set<string>(),
  /** Calls with their schemas, and the socket. */
  calls: new Set<string>(),
  live: new Set<string>(),
  dashboard: new Set<string>(),
  board: new Set<string>(),
}
const openPages = /client.(?:access|guest|notice|handover|rsvp)[\w./-]+-page\.tsx$|client.(?:home.landing|plan.pricing)-page\.tsx$/
const beginnings: Readonly<Record<keyof typeof found, RegExp>> = {
  shell: /client.main\.tsx$/,
  light: /client.(?:rsvp.rsvp|home.landing)-page\.tsx$/,
  invitee: /client.rsvp.rsvp-page\.tsx$/,
  open: openPages,
  openLater: openPages,
  calls: /client.lib.auth-check\.ts$/,
  live: /client.lib.live\.ts$/,
  dashboard: /client.event.dashboard.dashboard-page\.tsx$/,
  board: /client.(?:group.group-page|event.page.event-page|group.tabs.(?:roles|answers)-panel)\.tsx$/,
}
/** Modules that are asked for by themselves: each begins a file of its own. */
const asked = new Set<string>()

const isIconIndex = (id: string) => /\/lucide-react\.\w+$/.test(id)

/** The icons that a module asks for by name (CircleAlert is icons/circle-alert.js); their index imports all there are, for whatever page. */
function iconsOf(code: string, files: readonly string[]): string[] {
  const imports = [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)]
  const names = imports.flatMap(([, list = '']) => list.match(/\b[A-Z]\w*/g) ?? [])
  const wanted = new Set(names.map((name) => name.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[a-zA-Z])(?=\d)/g, '-').toLowerCase()))
  return files.filter((file) => wanted.has(/icons\/([\w-]+)\.\w+$/.exec(file)?.[1] ?? ''))
}

/** Finds out which modules each of them needs. */
function needs(): Plugin {
  return {
    name: 'rolecall:needs',
    buildEnd() {
      const add = (modules: Set<string>, id: string) => {
        if (modules.has(id)) return
        modules.add(id)
        const { code, importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {}
        for (const imported of modules === found.openLater ? [...importedIds, ...dynamicallyImportedIds] : importedIds) {
          if (isIconIndex(imported))
            for (const icon of iconsOf(code ?? '', this.getModuleInfo(imported)?.importedIds ?? [])) add(modules, icon)
          else add(modules, imported)
        }
      }
      for (const id of this.getModuleIds()) {
        for (const [name, file] of Object.entries(beginnings)) if (file.test(id)) add(found[name as keyof typeof found], id)
        if (this.getModuleInfo(id)?.dynamicImporters.length) asked.add(id)
      }
    },
  }
}
const isEntry = (id: string) => /client\/main\.tsx$|index\.html$/.test(id)

const { shell, light, invitee, open, openLater, calls, live, dashboard, board } = found
/** One file of the modules that `isIn` it and in none before it; what they import stays where it is, or strangers would load it too. */
const fileOf = (name: string, isIn: (id: string) => boolean) => ({
  name,
  test: (id: string) => isIn(id) && !asked.has(id),
  includeDependenciesRecursively: false,
})

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

/** Serves the page in development as the server would: with the settings of the same environment. */
const servedSettings: Plugin = {
  name: 'rolecall:served-settings',
  apply: 'serve',
  transformIndexHtml(page) {
    const { payments, production, supportEmail } = readConfig()
    return withSettings(page, { payments: paymentsShown(payments, production), supportEmail })
  },
}

const client: UserConfig = {
  root: 'client',
  // What wouter brings for React 17, React has by itself since 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  plugins: [withoutWebTransport, namedEarly, servedSettings, react(), tailwindcss(), needs(), precompress('dist/client')],
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
        // The names of all later files stand in the first load: a letter less for each.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'shell', test: (id: string) => shell.has(id) && !isEntry(id) },
            {
              name: 'parts',
              test: (id: string) => invitee.has(id) && !shell.has(id) && /client.(ui.(?!seats|feedback.disclosure)|lib.dates)/.test(id),
            },
            fileOf('calls', (id) => calls.has(id) && !light.has(id)),
            fileOf('live', (id) => live.has(id) && !light.has(id)),
            fileOf('common', (id) => board.has(id) && openLater.has(id) && !open.has(id)),
            fileOf('desk', (id) => board.has(id) && dashboard.has(id) && !openLater.has(id)),
            fileOf('board', (id) => board.has(id) && !openLater.has(id)),
          ],
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
      '/og': `http://localhost:${process.env.PORT ?? 3000}`,
      '/dev/outbox': `http://localhost:${process.env.PORT ?? 3000}`,
      '/dev/emails': `http://localhost:${process.env.PORT ?? 3000}`,
      '/socket.io': { target: `http://localhost:${process.env.PORT ?? 3000}`, ws: true },
    },
  },
}

/** Puts the fonts of pictures beside the server, which is installed without the packages they come from. */
const fonts: Plugin = {
  name: 'rolecall:fonts',
  writeBundle() {
    mkdirSync('dist/fonts', { recursive: true })
    for (const { from } of fontFiles) copyFileSync(join('node_modules/@fontsource', from), join('dist/fonts', basename(from)))
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
  plugins: [fonts, licences],
  // Its packages are part of its files: it starts in little more than half the time, and an image needs few of them.
  ssr: { noExternal: true, external: Object.keys(dependencies) },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node20',
    // The server, what backs up and restores its store, and the threads that write the store and draw pictures. What they share lies beside them.
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        backup: 'server/backup/main.ts',
        writer: 'server/store/sqlite/thread.ts',
        preview: 'server/preview/worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
}

/** The pages that the server draws (R81): the client's own components with all they need in them, since a server is installed without them. */
const drawing: UserConfig = {
  root: 'client',
  plugins: [react()],
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
