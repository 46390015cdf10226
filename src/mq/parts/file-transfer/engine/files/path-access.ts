/** The paths of an agent: the folders of `sandboxRoot`, without those after `!`; all paths without the property. */
import { realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve, sep } from 'node:path'

export class PathAccessError extends Error {
  override name = 'PathAccessError'
}

export type PathAccess = Awaited<ReturnType<typeof openPathAccess>>

export interface PathAccessOptions {
  /** The value of `sandboxRoot`; empty to allow every path. */
  readonly sandboxRoot: string
  /** The folder for relative names. */
  readonly transferRoot: string
}

/** Resolves the links in the roots themselves. Rejects when a root is not an absolute path. */
export async function openPathAccess({ sandboxRoot, transferRoot }: PathAccessOptions) {
  const entries = sandboxRoot.split(':').filter((each) => each !== '')
  const denied = await resolveRoots(entries.filter((each) => each.startsWith('!')).map((each) => each.slice(1)))
  const allowed = await resolveRoots(entries.filter((each) => !each.startsWith('!')))
  const isAllowed = (path: string) =>
    (allowed.length === 0 || allowed.some((root) => isInside(root, path))) &&
    !denied.some((root) => isInside(root, path))

  /** Throws `PathAccessError` when a path without symbolic links is outside of the sandbox. */
  function checkReal(realPath: string): void {
    if (isAllowed(realPath)) return
    throw new PathAccessError(
      `the path ${realPath} is outside of the folders that sandboxRoot allows${allowed.length > 0 ? `: ${allowed.join(', ')}` : ''}`,
    )
  }
  return {
    /** Returns the absolute path of a name in a request. Relative names are below the transfer root. */
    resolve(name: string): string {
      if (name.includes('\0')) throw new PathAccessError('a path must not contain the character NUL')
      return resolve(transferRoot, name)
    },
    /** Rejects with `PathAccessError` when the path, with all symbolic links resolved, is outside of the sandbox. */
    async check(path: string): Promise<void> {
      if (entries.length > 0) checkReal(await resolveExisting(path))
    },
    checkReal,
  }
}

async function resolveRoots(roots: readonly string[]): Promise<string[]> {
  const relative = roots.find((root) => !isAbsolute(root))
  if (relative !== undefined) throw new PathAccessError(`sandboxRoot must list absolute paths, found "${relative}"`)
  return Promise.all(roots.map((root) => resolveExisting(resolve(root))))
}

async function resolveExisting(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const parent = dirname(path)
    if ((code !== 'ENOENT' && code !== 'ENOTDIR') || parent === path) throw error
    return join(await resolveExisting(parent), path.slice(parent.length))
  }
}

function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}
