/**
 * The file that `npm pack` makes of the present sources. It is made in a copy of the checkout, because packing builds the
 * pages and changes package.json, while other test files run.
 */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { buildOnce, root } from './build-once.ts'

const run = promisify(execFile)
const sources = [
  ...['src', 'bin', 'packaging', 'vite', 'schemas', 'apis', 'catalogs', 'providers', 'docs'].map(
    (folder) => `${folder}/**/*`,
  ),
  ...['*.md', 'LICENSE', 'package.json', 'package-lock.json'],
]
const linked = ['node_modules', '.git']
/** Folders that packing creates, or does not need. */
const omitted = [...linked, 'build', 'dist', 'data', 'coverage', 'test', 'bench']

/** Returns the path of the file. Throws when packing fails, or leaves package.json changed. */
export async function packProduct(): Promise<string> {
  const folder = await buildOnce({ name: 'packed', sources, build: pack })
  const [file] = await readdir(folder)
  return join(folder, file as string)
}

async function pack(folder: string): Promise<void> {
  const checkout = await mkdtemp(join(tmpdir(), 'sluice-checkout-'))
  try {
    await cp(root, checkout, { recursive: true, filter: (path) => !omitted.includes(relative(root, path)) })
    for (const name of linked) await symlink(join(root, name), join(checkout, name))
    const before = await readFile(join(checkout, 'package.json'), 'utf8')
    await run('npm', ['pack', '--pack-destination', folder], { cwd: checkout })
    const after = await readFile(join(checkout, 'package.json'), 'utf8')
    if (after !== before) throw new Error('npm pack leaves package.json changed: its script postpack restores it')
  } finally {
    await rm(checkout, { recursive: true })
  }
}
