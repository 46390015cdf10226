/**
 * The tests that `npm run test:unit` runs: those whose files, with everything that they import from `test`, start no
 * process, no browser and no whole server of the product.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import base from './ava.config.js'

/** Imports that start processes, browsers or external servers. */
const starters =
  /from '(node:child_process|node:cluster|playwright-core|[^']*_support\/(product|shared-product|browser)\.ts)'/
const slowFolders = /^test\/(flows|long|ui|console|packaging|bench)\//

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((path) => join('test', path))
  .filter((path) => path.endsWith('.test.ts') && !slowFolders.test(path) && !startsProcesses(path, new Set()))

export default { ...base, files }

/** Whether a file, or a file of `test` that it imports, starts processes. */
function startsProcesses(file, seen) {
  if (seen.has(file)) return false
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  if (starters.test(text)) return true
  return [...text.matchAll(/from '(\.[^']+\.ts)'/g)]
    .map(([, path]) => join(dirname(file), path))
    .some((path) => path.startsWith('test/') && startsProcesses(path, seen))
}
