/** Folders that are built from the present sources once, for the test files of all processes. */
import { hash } from 'node:crypto'
import { globSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readRevision } from '../../src/shared/lib/package/revision.ts'

/** The folder of the checkout. */
export const root = resolve(import.meta.dirname, '../..')
/** What tests build. */
export const cache = join(root, 'node_modules/.cache/sluice-tests')

const lockTimeoutMs = 60_000
const unusedMs = 3_600_000

export interface BuiltFolder {
  /** The first part of the name of the folder. */
  name: string
  /** Patterns of the files from which the folder is built. */
  sources: readonly string[]
  /** Fills an empty folder. */
  build(folder: string): Promise<void>
}

/** Returns the path of a folder, which is built when its sources have changed or another commit is checked out. */
export async function buildOnce(options: BuiltFolder): Promise<string> {
  const folder = join(cache, `${options.name}-${digestSources(options.sources)}`)
  if (!(await exists(folder))) await buildLocked(folder, options)
  const now = new Date()
  await utimes(folder, now, now)
  return folder
}

function digestSources(sources: readonly string[]): string {
  const files = globSync(sources, { cwd: root }).sort()
  const states = files.map((file) => {
    const { mtimeMs, size } = statSync(join(root, file))
    return `${file} ${mtimeMs} ${size}`
  })
  return hash('sha256', [root, readRevision(root), ...states].join('\n')).slice(0, 16)
}

/** Several test files can need a folder at the same time; one builds it, and the others wait. */
async function buildLocked(folder: string, options: BuiltFolder): Promise<void> {
  await mkdir(cache, { recursive: true })
  const lock = `${folder}.lock`
  const deadline = Date.now() + lockTimeoutMs
  while (!(await exists(folder))) {
    const isOwner = await mkdir(lock).then(
      () => true,
      () => false,
    )
    // The owner of an old lock was killed.
    if (isOwner || Date.now() > deadline)
      return build(folder, options).finally(() => rm(lock, { recursive: true, force: true, maxRetries: 10 }))
    await delay(50)
  }
}

async function build(folder: string, options: BuiltFolder): Promise<void> {
  await removeUnused(`${options.name}-`)
  const made = await mkdtemp(`${folder}-`)
  await options.build(made)
  await rename(made, folder).catch(() => rm(made, { recursive: true }))
}

async function removeUnused(prefix: string): Promise<void> {
  for (const name of await readdir(cache)) {
    if (!name.startsWith(prefix)) continue
    const folder = join(cache, name)
    const { mtimeMs } = await stat(folder)
    if (mtimeMs < Date.now() - unusedMs) await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}
