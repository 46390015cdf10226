/** Builds the pages, beside each other. Runs in `prepare`, so that `npm ci` leaves pages that work. */
import { build } from 'vite'

import { page, parts } from './page.ts'

await Promise.all(parts.map((part) => build(page(part))))
