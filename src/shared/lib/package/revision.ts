/** The commit from which the running code was made. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { packageRoot } from './package-root.ts'

let found: string | undefined

/** Returns the id of the commit of this package, which is read once. */
export function findRevision(): string {
  found ??= readRevision(packageRoot)
  return found
}

/** Returns the commit of a package, from `gitHead` of package.json or the checkout; otherwise `unknown`. */
export function readRevision(root: string): string {
  const { gitHead } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { gitHead?: string }
  return gitHead ?? readCheckoutRevision(root) ?? 'unknown'
}

function readCheckoutRevision(root: string): string | undefined {
  const entry = join(root, '.git')
  if (!existsSync(entry)) return undefined
  // A linked working tree has a file with the path of its folder in the repository.
  const folder = statSync(entry).isDirectory() ? entry : resolve(root, readLine(entry).replace('gitdir: ', ''))
  const common = existsSync(join(folder, 'commondir')) ? resolve(folder, readLine(join(folder, 'commondir'))) : folder
  // the repository of a linked working tree was not copied with it
  if (!existsSync(join(folder, 'HEAD'))) return undefined
  const head = readLine(join(folder, 'HEAD'))
  return head.startsWith('ref: ') ? readReference(common, head.slice('ref: '.length)) : head
}

function readReference(folder: string, name: string): string | undefined {
  if (existsSync(join(folder, name))) return readLine(join(folder, name))
  const packed = join(folder, 'packed-refs')
  if (!existsSync(packed)) return undefined
  const line = readFileSync(packed, 'utf8')
    .split('\n')
    .find((each) => each.endsWith(` ${name}`))
  return line?.split(' ')[0]
}

function readLine(file: string): string {
  return readFileSync(file, 'utf8').trim()
}
