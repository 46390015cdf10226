/**
 * The product as users install it, made of the present sources: the package starts in half the time of a checkout. It
 * is built when the sources have changed, and kept for all test files.
 */
import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { globSync, statSync } from 'node:fs'
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readRevision } from '../../src/lib/package/revision.ts'
import { onceAsync } from '../../src/lib/time/once-async.ts'

const root = resolve(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/sluice-tests')
const sources = ['src/**/*', 'bin/*', 'packaging/*', 'package.json', 'package-lock.json']
const linked = ['dist', 'schemas', 'apis', 'catalogs', 'providers', 'docs']
const lockTimeoutMs = 60_000
const unusedMs = 3_600_000

/** The compile cache of the commands of the package. */
export const compileCache = join(cache, 'compiled')

/** Returns the file of a command: `sluice`, or a control command of queue managers. */
export async function findCommand(name: string): Promise<string> {
  return join(await findProduct(), 'bin', `${name}.js`)
}

export interface CommandResult {
  status: number
  output: string
  errors: string
}

/** Runs a command to its end in another folder, with this environment only. */
export async function runCommand(
  name: string,
  args: readonly string[],
  { environment, input = '' }: { environment: Record<string, string>; input?: string },
): Promise<CommandResult> {
  const file = await findCommand(name)
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, ...environment }
  return new Promise((resolve) => {
    const options = { env, cwd: tmpdir(), timeout: 50_000 }
    const child = execFile(process.execPath, [file, ...args], options, (_error, output, errors) =>
      resolve({ status: child.exitCode ?? -1, output, errors }),
    )
    child.stdin?.on('error', () => {}) // the command can end before it has read everything
    child.stdin?.end(input)
  })
}

/** Mutants and coverage are about the sources, so the checkout runs then. */
const findProduct = onceAsync(async () => {
  if (process.env.MUTANT !== undefined || process.env.NODE_V8_COVERAGE !== undefined) return root
  const folder = join(cache, `package-${digestSources()}`)
  if (!(await exists(folder))) await buildOnce(folder)
  const now = new Date()
  await utimes(folder, now, now)
  return folder
})

function digestSources(): string {
  const files = globSync(sources, { cwd: root }).sort()
  const states = files.map((file) => {
    const { mtimeMs, size } = statSync(join(root, file))
    return `${file} ${mtimeMs} ${size}`
  })
  return hash('sha256', [root, ...states].join('\n')).slice(0, 16)
}

/** Several test files can need the package at the same time; one builds it, and the others wait. */
async function buildOnce(folder: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  const lock = `${folder}.lock`
  const deadline = Date.now() + lockTimeoutMs
  while (!(await exists(folder))) {
    const isOwner = await mkdir(lock).then(
      () => true,
      () => false,
    )
    // The owner of an old lock was killed.
    if (isOwner || Date.now() > deadline) return build(folder).finally(() => rm(lock, { recursive: true }))
    await delay(50)
  }
}

async function build(folder: string): Promise<void> {
  await removeUnused()
  const made = await mkdtemp(`${folder}-`)
  await promisify(execFile)(process.execPath, [join(root, 'packaging/bundle.ts'), join(made, 'build')])
  await cp(join(root, 'bin'), join(made, 'bin'), { recursive: true })
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  await writeFile(join(made, 'package.json'), JSON.stringify({ ...manifest, gitHead: readRevision(root) }))
  for (const name of linked) await symlink(join(root, name), join(made, name))
  await rename(made, folder).catch(() => rm(made, { recursive: true }))
}

async function removeUnused(): Promise<void> {
  for (const name of await readdir(cache)) {
    const folder = join(cache, name)
    const { mtimeMs } = await stat(folder)
    if (name.startsWith('package-') && mtimeMs < Date.now() - unusedMs)
      await rm(folder, { recursive: true, force: true })
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}
