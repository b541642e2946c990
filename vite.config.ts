// How dist/ comes about: `vite build` makes the client, `vite build --ssr` makes the server from the same sources.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
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

/** The modules that a page's first load needs, by following its imports; dynamic ones come later. */
const shell = new Set<string>()
const invitee = new Set<string>()

const isIconIndex = (id: string) => /\/lucide-react\.\w+$/.test(id)

/** The icons that a module asks for by name (CircleAlert is icons/circle-alert.js); their index imports all there are, for whatever page. */
function iconsOf(code: string, files: readonly string[]): string[] {
  const imports = [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)]
  const names = imports.flatMap(([, list = '']) => list.match(/\b[A-Z]\w*/g) ?? [])
  const wanted = new Set(names.map((name) => name.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[a-zA-Z])(?=\d)/g, '-').toLowerCase()))
  return files.filter((file) => wanted.has(/icons\/([\w-]+)\.\w+$/.exec(file)?.[1] ?? ''))
}

/** Finds what every page shares, and what the invitee's page needs besides. */
function firstLoad(): Plugin {
  return {
    name: 'rolecall:first-load',
    buildEnd() {
      const add = (found: Set<string>, id: string) => {
        if (found.has(id)) return
        found.add(id)
        const { code, importedIds = [] } = this.getModuleInfo(id) ?? {}
        for (const imported of importedIds) {
          if (isIconIndex(imported))
            for (const icon of iconsOf(code ?? '', this.getModuleInfo(imported)?.importedIds ?? [])) add(found, icon)
          else add(found, imported)
        }
      }
      for (const id of this.getModuleIds()) {
        if (id.endsWith('/client/main.tsx')) add(shell, id)
        if (id.endsWith('/client/rsvp/rsvp-page.tsx')) add(invitee, id)
      }
    },
  }
}
const isEntry = (id: string) => /client\/main\.tsx$|index\.html$/.test(id)

/** Leaves WebTransport out of Socket.IO's client: our server doesn't speak it, and the invitee's first load counts every kilobyte. */
const withoutWebTransport: Plugin = {
  name: 'rolecall:without-web-transport',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('/webtransport.js') && importer?.includes('engine.io-client') ? '\0no-web-transport' : undefined,
  load: (id) => (id === '\0no-web-transport' ? 'export const WT = undefined' : undefined),
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
  plugins: [withoutWebTransport, servedSettings, react(), tailwindcss(), firstLoad(), precompress('dist/client')],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
    // One file for the shell and one for the parts that most pages share, instead of some twenty small ones.
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

const server: UserConfig = {
  plugins: [fonts],
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
