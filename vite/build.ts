/** Builds the browser pages side by side. It runs in `prepare`, so that `npm ci` builds the pages. */
import { build } from 'vite'

import { page, parts } from './page.ts'

await Promise.all(parts.map((part) => build(page(part))))
