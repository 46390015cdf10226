// Runs after `npm ci` in a checkout: builds the pages of the browser and the documentation, then starts the sandbox once to compile its code.
// Without the development packages (`npm ci --omit=dev`) it builds nothing, and pages that were built before stay in use.
// The first `npx sluice` in a checkout runs it again, because npm links the checkout into its cache: pages that exist are kept then.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const hasDevelopmentPackages = existsSync(new URL('../node_modules/vite/package.json', import.meta.url))
const isBuilt = existsSync(new URL('../dist/console/index.html', import.meta.url))
if (process.env.npm_command === 'exec' && isBuilt) process.exit(0)
if (hasDevelopmentPackages) {
  for (const program of ['vite/build.ts', 'packaging/docs-site.ts', 'bin/warm.js']) {
    const { status } = spawnSync('node', [program], { stdio: 'inherit' })
    if (status !== 0) process.exit(status ?? 1)
  }
} else if (!isBuilt) {
  console.log(
    'The console and the portal have no pages: building them needs the development packages. Run "npm ci" without --omit=dev.',
  )
}
