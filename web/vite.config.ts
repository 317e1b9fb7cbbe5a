import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const api = process.env['INNOE_API'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  base: '/innoe-web/',
  plugins: [react(), precompressed()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy knows no data: fonts or styles.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]/ }],
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
