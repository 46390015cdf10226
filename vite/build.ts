/** Builds the browser pages side by side. It runs in `prepare`, so that `npm ci` builds the pages. */
import { writeFileSync } from 'node:fs'
import { build } from 'vite'
import { buildPageConfig, pageModules } from './page-config.ts'
import { digestFile, digestPageSources } from './source-digest.ts'
import { subsetFonts } from './subset-fonts.ts'

process.env.NODE_ENV = 'production' // a test or a shell may have set it, and libraries would be its development build
const digest = digestPageSources()
await subsetFonts()
await Promise.all(pageModules.map((part) => build(buildPageConfig(part))))
writeFileSync(digestFile, digest) // tests of pages reject pages of other sources
