import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = process.env['INNOE_API'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  base: '/innoe-web/',
  plugins: [react()],
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
