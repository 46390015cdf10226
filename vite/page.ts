/** How a page of the browser is built: from `src/<part>/app` into `dist/<part>`. */
import { fileURLToPath } from 'node:url'
import type { InlineConfig } from 'vite'

import { precompress } from './precompress.ts'

/** The parts that have a page. */
export const parts = ['console', 'portal'] as const

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

export function page(part: (typeof parts)[number]): InlineConfig {
  return {
    configFile: false,
    logLevel: 'warn',
    root: here(`src/${part}/app`),
    base: './', // served below more than one prefix
    publicDir: false,
    build: {
      outDir: here(`dist/${part}`),
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
  }
}
