/** Builds the browser console into `dist/console`. Runs in `prepare`, so that `npm ci` leaves a console that works. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

import { precompress } from './src/console/build/precompress.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('src/console/app'),
  base: './', // served below two prefixes
  publicDir: false,
  build: {
    outDir: here('dist/console'),
    emptyOutDir: true,
    target: 'es2024',
    assetsInlineLimit: 0, // the page's policy allows no data: addresses
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 400,
    // Carbon marks its files as client code for servers that render; there are none here.
    rolldownOptions: { checks: { moduleLevelDirective: false, pluginTimings: false } },
  },
  css: { preprocessorOptions: { scss: { loadPaths: [here('node_modules')], quietDeps: true } } },
  oxc: { jsx: { runtime: 'automatic' } },
  plugins: [precompress()],
})
