/** Builds the browser pages side by side. It runs in `prepare`, so that `npm ci` builds the pages. */
import { build } from 'vite'

import { buildPageConfig, pageModules } from './page-config.ts'

await Promise.all(pageModules.map((part) => build(buildPageConfig(part))))
