/**
 * Changes package.json and README.md for the time of `npm pack`: the bundle contains most dependencies, the package needs no scripts,
 * has manual pages and the id of its commit, and the links of its README lead out of it. `prepack` calls it with `narrow`, `postpack`
 * with `restore`. npm runs no `postpack` after a failure, so `narrow` leaves a process that restores when npm has ended.
 */
import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readRevision } from '../src/shared/lib/package/revision.ts'
import { installedDependencies } from './modules.ts'
import { renderPackageReadme } from './package-readme.ts'

const root = resolve(import.meta.dirname, '..')
const originals = join(root, 'build', 'originals')
const changed = ['package.json', 'README.md'] as const

/** Members that only a checkout needs. */
const checkoutMembers = ['scripts', 'devDependencies', 'overrides', 'allowScripts']

const [action, argument] = process.argv.slice(2)
if (action === 'narrow') narrow()
else if (action === 'restore') restore()
else if (action === 'restore-after') await restoreAfter(Number(argument))
else throw new Error(`the action is "narrow", "restore" or "restore-after PID" - found "${action}"`)

function narrow(): void {
  restore() // the last npm pack was interrupted
  const { dependencies, ...members } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const name of checkoutMembers) delete members[name]
  const kept = Object.fromEntries(installedDependencies.map((name) => [name, dependencies[name]]))
  const man = readdirSync(join(root, 'build', 'man')).map((name) => `./build/man/${name}`)
  const packed = { ...members, gitHead: readRevision(root), man, dependencies: kept }
  const readme = renderPackageReadme(readFileSync(join(root, 'README.md'), 'utf8'), {
    repository: members.repository,
    version: members.version,
    contains: (path) => isPacked(path, members.files) && existsSync(join(root, path)),
  })

  mkdirSync(originals, { recursive: true })
  for (const name of changed) copyFileSync(join(root, name), join(originals, name))
  const program = [import.meta.filename, 'restore-after', String(findNpm())]
  spawn(process.execPath, program, { detached: true, stdio: 'ignore' }).unref()
  writeFileSync(join(root, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`)
  writeFileSync(join(root, 'README.md'), readme)
}

/** npm adds LICENSE to the files that package.json lists. */
function isPacked(path: string, files: readonly string[]): boolean {
  return ['LICENSE', ...files].some((entry) => path === entry || path.startsWith(`${entry}/`))
}

function restore(): void {
  for (const name of changed) if (existsSync(join(originals, name))) renameSync(join(originals, name), join(root, name))
}

/** Returns the process that runs the script: npm is the parent of its shell. */
function findNpm(): number {
  return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(process.ppid)], { encoding: 'utf8' }))
}

async function restoreAfter(npm: number): Promise<void> {
  while (isRunning(npm)) await setTimeout(100)
  restore()
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
