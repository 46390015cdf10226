/** Configures the build of a browser page: from `src/<part>/app` into `dist/<part>`. */
import { fileURLToPath } from 'node:url'
import type { InlineConfig } from 'vite'
import { groupChunks } from './group-chunks.ts'
import { precompress } from './precompress.ts'
import { preloadStart } from './preload-start.ts'
import { removePropTypes } from './remove-prop-types.ts'
import { replaceCarbonParts } from './replace-carbon-parts.ts'
import { fontFolder } from './subset-fonts.ts'
import { trimStyles } from './trim-styles.ts'

/** The modules that have a browser page. */
export const pageModules = ['console', 'portal'] as const

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

const folders: Readonly<Record<string, string>> = {
  console: 'src/mq/parts/console/pages',
  portal: 'src/gateway/parts/portal/pages',
}

/** Preact in the place of React, which pages and Carbon import: `docs/decisions/preact.md`. */
const preact = {
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  react: 'preact/compat',
}

/** The views of each page that load together: those of its first views, then those behind them. */
const views = {
  console: [
    ['base', 'main.ts', 'start.tsx', 'session/login-page.tsx'],
    ['home', 'console-app.tsx', 'home/home-page.tsx'],
    ['work', 'work-page.tsx', 'shell/manager-links.tsx'],
    ['list', 'objects/objects-page.tsx'],
    ['object', 'objects/object-page.tsx', 'messages/messages-panel.tsx'],
    ['overview', 'overview/overview-page.tsx'],
  ],
  portal: [
    ['base', 'start.tsx', 'session/entry-page.tsx', 'session/sign-in-page.tsx'],
    ['home', 'portal-app.tsx', 'home/home-page.tsx', 'products/products-page.tsx'],
    ['api', 'apis/api-page.tsx', 'products/product-page.tsx'],
    [
      'work',
      'applications/applications-page.tsx',
      'applications/details/application-page.tsx',
      'usage/usage-panel.tsx',
      'usage/rejection-table.tsx',
    ],
    ['documents', 'configuration/configuration-page.tsx', 'configuration/document/document-page.tsx'],
  ],
} as const

export function buildPageConfig(part: (typeof pageModules)[number]): InlineConfig {
  const folder = folders[part] ?? ''
  const groups = views[part].map(([name, ...files]) => [name, files.map((file) => here(`${folder}/${file}`))] as const)
  return {
    configFile: false,
    logLevel: 'warn',
    root: here(folder),
    base: './', // the page is served under several path prefixes
    publicDir: false,
    resolve: { alias: { '@fonts': fontFolder, ...preact } },
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
      rolldownOptions: {
        checks: { moduleLevelDirective: false, pluginTimings: false },
        output: { codeSplitting: { groups: [{ name: groupChunks(groups), includeDependenciesRecursively: false }] } },
      },
    },
    css: {
      preprocessorOptions: {
        scss: { loadPaths: [here('node_modules'), fontFolder], quietDeps: true, silenceDeprecations: ['if-function'] },
      },
      postcss: { plugins: [trimStyles(here('src/shared/ui/styles/base.scss'))] },
    },
    oxc: { jsx: { runtime: 'automatic' } },
    plugins: [replaceCarbonParts(), removePropTypes(), preloadStart(), precompress()],
  }
}
