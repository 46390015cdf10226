/** Builds the browser pages side by side. It runs in `prepare`, so that `npm ci` builds the pages. */
import { build } from 'vite'
import { buildPageConfig, pageModules } from './page-config.ts'

process.env.NODE_ENV = 'production' // a test or a shell may have set it, and React would be its development build
await Promise.all(pageModules.map((part) => build(buildPageConfig(part))))
