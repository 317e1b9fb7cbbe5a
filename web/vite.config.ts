import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const api = process.env['INNOE_API'] ?? 'http://127.0.0.1:8080'

const any = (...paths: string[]) => new RegExp(paths.join('|'))
const without = (unwanted: string, ...paths: string[]) => new RegExp(`^(?!.*(${unwanted})).*(${paths.join('|')})`)

// A screen should load few files and little that it does not need. A chunk contains the modules named here and everything they import,
// except what a chunk above it contains. All other modules are split automatically, by the dynamic imports that reach them.
// Opened from a list or a record on request, and what only these need: conditions in words, the viewer of documents, approvals,
// the tabs of a case, pages of single areas, dialogs, the numbers that are pasted or read.
const ON_REQUEST = [
  'model/kit/(iql/|tree|same-content)',
  'model/(cases/numbers/|documents/(content|document-actions)|settings/limit|mail/(?!addresses|sending-actions)|docketing/law/(rule|new-version)-actions|fees/costs/cost-)',
  'web/records/filter/(condition-rows|iql-box|conditions)\\.',
  'web/records/approval/(course|approval-acts|settle|log|approval-state)\\.',
  'web/records/(entity-page|list/(session-table|ruled-list)|detail/(proposal-page|proposed-lines|waiting-changes)|views/audience-dialog|form/(form-screen|record-form|leave-guard|alike))\\.',
  'web/fields/documents/(content|viewer|packed-files|mail-text|use-near|use-fits|sandboxed-page|marked-text)\\.',
  'web/cases/(tabs|family)/',
  'web/cases/(case-picker|mail/(filled-mail|send-mail-dialog)|finding-groups|found-documents|list/(batch-search|pasted)|charts/(costs|whole-life)|dates/(why|new-deadline))\\.',
].join('|')

const CHUNKS = [
  { name: 'react', test: any('node_modules/(react|react-dom|scheduler|react-router|@tanstack)/') },
  // The pagination component imports its Chinese words as its default, whatever the language is.
  { name: 'base', test: any('web/(app/theme-provider|auth/sign-in/login)\\.', 'pagination/es/locale/zh_CN') },
  { name: 'zh', test: any('web/words/zh/outside') },
  { name: 'en', test: any('web/words/en/outside') },
  // The shell of every screen, and small parts of most screens.
  {
    name: 'shell',
    test: any(
      'web/(app/shell/shell|auth/session/inside|ui/(?!page/tabs|table)((page|menus|faults)/)?[\\w-]+)\\.ts',
      'web/records/detail/state-tag',
      'web/records/approval/due',
      'web/cases/dates/next-due',
      'web/cases/charts/chart-waits',
      'antd/es/segmented',
    ),
  },
  { name: 'icons', test: any('node_modules/@ant-design/icons'), minShareCount: 2 },
  // Modules without components. Those that the home page needs, too:
  {
    name: 'rules',
    test: any(
      'web/cases/(kinds|opened|finding-group|charts/sums)\\.',
      'web/fields/(decimals|names)\\.',
      'web/records/(list/(list-address|total-text)|views/user-config)\\.',
      'model/docketing/(deadline|findings/finding)-actions\\.',
      'model/fees/(fee-actions|payments/payment)\\.',
    ),
  },
  // Rules of records, cases and fields, and declared actions, that lists, records and forms need.
  {
    name: 'list-rules',
    test: without(
      ON_REQUEST,
      'web/(records|fields|cases)/(?!(.*/)?(views|parts|own-editors)\\.ts|charts/use-drawing|statistics/).*\\.ts$',
      'model/kit/',
      'model/(fees|docketing)/.*-actions\\.',
    ),
    minShareCount: 2,
  },
  { name: 'charts', test: any('web/cases/charts/(chart|chart-links|forecast-chart|use-drawing)\\.') },
  // Without the design of portals and the widgets that no usual home has.
  {
    name: 'home',
    test: any('web/home/(?!design/|arranging-grid|widgets/(row-list|counts|component|statistic-figures|plain|plain-component)\\.)'),
    minShareCount: 2,
  },
  // Tables, fields and forms: used by almost every list and record.
  { name: 'records', test: without(ON_REQUEST, 'web/(records|fields)/', 'web/cases/(?!statistics/)'), minShareCount: 2 },
]

export default defineConfig({
  root: import.meta.dirname,
  base: '/innoe-web/',
  plugins: [react(), filesFirst(), partsOfPdf(), precompressed()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy allows no data: fonts or styles.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: CHUNKS.map((chunk, at) => ({ ...chunk, priority: CHUNKS.length - at })),
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/innoe-webapi', '/innoe-passport', '/innoe-openapi', '/innoe-openapi-external'].map((path) => [path, { target: api }]),
    ),
  },
})

/**
 * The files of a part that is loaded on request are fetched before it is imported: `web/ui/files-first.ts` says why. Of a part of one file the
 * build tool names none; of a part of styles alone it has removed the script.
 */
function filesFirst(): Plugin {
  let written: object = {}
  const named = (file: string, files: string[], { hostType }: { hostType: 'html' | 'js' }) =>
    hostType === 'js' && files.length === 0 && file in written ? [file] : files
  return {
    name: 'files-first',
    enforce: 'post',
    apply: 'build',
    config: () => ({ build: { modulePreload: { resolveDependencies: named } } }),
    resolveId: { order: 'pre', handler: (id) => (id.endsWith('vite/preload-helper.js') ? join(import.meta.dirname, 'ui/files-first.ts') : null) },
    generateBundle: (_options, bundle) => void (written = bundle),
  }
}

/** Further files for PDF pages: maps of Chinese, Japanese and Korean characters, the standard fonts, decoders of scans. */
function partsOfPdf(): Plugin {
  let folder = ''
  const from = join(import.meta.dirname, '../node_modules/pdfjs-dist')
  return {
    name: 'parts-of-pdf',
    apply: 'build',
    configResolved: ({ build }) => void (folder = build.outDir),
    async writeBundle() {
      const isNeeded = (path: string) => !/\.wasm$|quickjs/.test(path)
      for (const part of ['cmaps', 'standard_fonts', 'wasm'])
        await cp(join(from, part), resolve(import.meta.dirname, folder, 'assets/pdfjs', part), { recursive: true, filter: isNeeded })
    },
  }
}

const COMPRESSIBLE = /\.(js|css|html|svg|json)$/

/** Writes `<file>.br` and `<file>.gz` beside each text file, at the highest level: the server sends them as they are. */
function precompressed(): Plugin {
  let folder = ''
  return {
    name: 'precompressed',
    apply: 'build',
    configResolved: ({ build }) => void (folder = build.outDir),
    async closeBundle() {
      const files = (await readdir(folder, { recursive: true })).filter((file) => COMPRESSIBLE.test(file))
      await Promise.all(files.map((file) => compressBeside(join(folder, file))))
    },
  }
}

async function compressBeside(file: string) {
  const text = await readFile(file)
  const brotli = promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } })
  const zipped = promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION })
  await Promise.all([writeFile(`${file}.br`, await brotli), writeFile(`${file}.gz`, await zipped)])
}
