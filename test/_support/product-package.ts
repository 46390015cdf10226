/**
 * The product as users install it, made of the present sources: the package starts in half the time of a checkout. It
 * is built when the sources have changed, and kept for all test files.
 */
import { execFile } from 'node:child_process'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readRevision } from '../../src/shared/lib/package/revision.ts'
import { onceAsync } from '../../src/shared/lib/time/once-async.ts'
import { buildOnce, cache, root } from './build-once.ts'

const sources = ['src/**/*', 'bin/*', 'packaging/*', 'package.json', 'package-lock.json']
const linked = ['dist', 'schemas', 'apis', 'catalogs', 'providers', 'docs']

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
    const options = { env, cwd: tmpdir(), timeout: 60_000 }
    const child = execFile(process.execPath, [file, ...args], options, (_error, output, errors) =>
      resolve({ status: child.exitCode ?? -1, output, errors }),
    )
    child.stdin?.on('error', () => {}) // the command can end before it has read everything
    child.stdin?.end(input)
  })
}

/** Mutants and coverage are about the sources, so the checkout runs then. */
export const isPackaged = process.env.MUTANT === undefined && process.env.NODE_V8_COVERAGE === undefined

const findProduct = onceAsync(async () => {
  if (!isPackaged) return root
  return buildOnce({ name: 'package', sources, build })
})

async function build(folder: string): Promise<void> {
  await promisify(execFile)(process.execPath, [join(root, 'packaging/bundle.ts'), join(folder, 'build')])
  await cp(join(root, 'bin'), join(folder, 'bin'), { recursive: true })
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, gitHead: readRevision(root) }))
  for (const name of linked) await symlink(join(root, name), join(folder, name))
}
