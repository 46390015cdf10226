/**
 * Compiles `src` into `build` as part of `npm pack`: Node strips no types below `node_modules`, so the package
 * contains JavaScript. `build` has the layout of `src`, and a checkout never runs it.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** What the code reads beside itself, relative to `src`. */
const assets = ['mqweb/templates', 'samples/queue-manager.mqsc']

const root = resolve(import.meta.dirname, '..')
const build = join(root, 'build')

rmSync(build, { recursive: true, force: true })
const { status, error } = spawnSync('tsc', ['--project', join(root, 'packaging/tsconfig.json')], {
  stdio: 'inherit',
})
if (error) throw error
if (status !== 0) process.exit(status ?? 1)
for (const asset of assets) cpSync(join(root, 'src', asset), join(build, asset), { recursive: true })
