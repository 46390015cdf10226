/**
 * Changes package.json for the time of `npm pack`: the bundle contains most dependencies, the package needs no scripts,
 * and it has manual pages and the id of its commit. `prepack` calls it with `narrow`, `postpack` with `restore`.
 */
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readRevision } from '../src/shared/lib/package/revision.ts'
import { installedDependencies } from './modules.ts'

const root = resolve(import.meta.dirname, '..')
const manifest = join(root, 'package.json')
const original = join(root, 'build', 'package.json.original')

/** Members that only a checkout needs. */
const checkoutMembers = ['scripts', 'devDependencies', 'overrides', 'allowScripts']

const [action] = process.argv.slice(2)
if (action === 'narrow') narrow()
else if (action === 'restore') renameSync(original, manifest)
else throw new Error(`the action is "narrow" or "restore" - found "${action}"`)

function narrow(): void {
  if (existsSync(original)) renameSync(original, manifest) // the last npm pack was interrupted
  copyFileSync(manifest, original)
  const { dependencies, ...members } = JSON.parse(readFileSync(manifest, 'utf8'))
  for (const name of checkoutMembers) delete members[name]
  const kept = Object.fromEntries(installedDependencies.map((name) => [name, dependencies[name]]))
  const man = readdirSync(join(root, 'build', 'man')).map((name) => `./build/man/${name}`)
  const packed = { ...members, gitHead: readRevision(root), man, dependencies: kept }
  writeFileSync(manifest, `${JSON.stringify(packed, null, 2)}\n`)
}
