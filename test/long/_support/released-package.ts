/** The package of a released version, built of its sources in the history of this checkout. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildOnce, root } from '../../_support/build-once.ts'

const run = promisify(execFile)
/** The commit of version 0.1.0. */
const commit = 'db7890e91276588a5a15b7212aad104663302790'
const neededFolders = ['schemas', 'apis', 'catalogs', 'providers', 'docs']

/** A released version that can run here. */
export interface ReleasedPackage {
  /** The file of the command `sluice`. */
  command: string
  /** Dependencies that are installed here in another version than that of the release. */
  otherDependencies: readonly string[]
}

/** Returns the package of version 0.1.0; undefined when the history does not reach back to it, as in a shallow clone. */
export async function findReleasedPackage(): Promise<ReleasedPackage | undefined> {
  const hasCommit = await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).then(
    () => true,
    () => false,
  )
  if (!hasCommit) return undefined
  const folder = await buildOnce({ name: 'released', sources: ['package-lock.json'], build })
  return { command: join(folder, 'bin/sluice.js'), otherDependencies: await findOtherDependencies(folder) }
}

async function build(folder: string): Promise<void> {
  // Node does not strip types inside of node_modules, where the built folder is.
  const source = await mkdtemp(join(tmpdir(), 'sluice-released-'))
  try {
    await run('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, source], { cwd: root })
    await symlink(join(root, 'node_modules'), join(source, 'node_modules'))
    await run(process.execPath, ['packaging/bundle.ts', join(folder, 'build')], { cwd: source })
    for (const name of ['bin', 'package.json', ...neededFolders])
      await cp(join(source, name), join(folder, name), { recursive: true })
    await mkdir(join(folder, 'dist')) // the pages, which no test of this version opens
  } finally {
    await rm(source, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function findOtherDependencies(folder: string): Promise<string[]> {
  const { dependencies } = await readManifest(folder)
  const found = await Promise.all(
    Object.entries(dependencies).map(async ([name, version]) => {
      const installed = await readManifest(join(root, 'node_modules', name)).catch(() => undefined)
      return installed?.version === version ? [] : [`${name} ${installed?.version ?? 'missing'} instead of ${version}`]
    }),
  )
  return found.flat()
}

async function readManifest(folder: string): Promise<{ version: string; dependencies: Record<string, string> }> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
}
