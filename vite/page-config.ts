/** Configures the build of a browser page: from `src/<part>/app` into `dist/<part>`. */
import { fileURLToPath } from 'node:url'
import type { InlineConfig } from 'vite'
import { precompress } from './precompress.ts'
import { preloadStart } from './preload-start.ts'
import { removePropTypes } from './remove-prop-types.ts'
import { replaceCarbonParts } from './replace-carbon-parts.ts'
import { trimFonts } from './trim-fonts.ts'
import { trimStyles } from './trim-styles.ts'

/** The modules that have a browser page. */
export const pageModules = ['console', 'portal'] as const

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

export function buildPageConfig(part: (typeof pageModules)[number]): InlineConfig {
  return {
    configFile: false,
    logLevel: 'warn',
    root: here(part === 'console' ? 'src/mq/parts/console/pages' : 'src/gateway/parts/portal/pages'),
    base: './', // the page is served under several path prefixes
    publicDir: false,
    build: {
      outDir: here(`dist/${part}`),
      emptyOutDir: true,
      license: { fileName: 'licenses.md' }, // of the libraries in the bundle
      target: 'es2024',
      assetsInlineLimit: 0, // the Content-Security-Policy of the page allows no data: URLs
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 450, // the editor of documents, which is loaded when one is opened
      // Carbon marks its files with directives for server rendering, which cause warnings without effect.
      rolldownOptions: { checks: { moduleLevelDirective: false, pluginTimings: false } },
    },
    css: {
      preprocessorOptions: { scss: { loadPaths: [here('node_modules')], quietDeps: true } },
      postcss: { plugins: [trimStyles(here('src/shared/ui/styles/base.scss'))] },
    },
    oxc: { jsx: { runtime: 'automatic' } },
    plugins: [replaceCarbonParts(), removePropTypes(), trimFonts(), preloadStart(), precompress()],
  }
}
