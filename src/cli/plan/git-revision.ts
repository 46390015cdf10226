/** Reads documents from a git revision, without a change of the working tree or of the index of the repository. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface CheckedOutRevision {
  /** A temporary folder with the files of the revision. */
  folder: string
  /** Removes the folder. */
  close(): Promise<void>
}

/**
 * Writes the files that a revision has below a folder of a repository to a temporary folder. `revision` is anything that
 * names a commit or a tree: `main`, `v1.2`, `HEAD~1`, `HEAD:config`. Rejects with a message for the user.
 */
export async function checkOutRevision(
  repositoryFolder: string,
  revision: string,
): Promise<CheckedOutRevision> {
  const tree = await findTree(repositoryFolder, revision)
  const folder = await mkdtemp(join(tmpdir(), 'sluice-plan-'))
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    const environment = { ...process.env, GIT_INDEX_FILE: join(folder, '.git-index') }
    const git = (...args: string[]) => run('git', ['-C', repositoryFolder, ...args], { env: environment })
    await git('read-tree', tree)
    await git('--work-tree', folder, 'checkout-index', '--all', '--force', `--prefix=${folder}/`)
    await rm(join(folder, '.git-index'), { force: true })
    return { folder, close }
  } catch (error) {
    await close()
    throw new Error(`git cannot read the files of ${revision}: ${readMessage(error)}`, { cause: error })
  }
}

/** Returns the id of the tree of the folder in the revision, or of the tree that the revision names. */
async function findTree(folder: string, revision: string): Promise<string> {
  const expression = revision.includes(':') ? revision : `${revision}:./`
  try {
    const options = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${expression}`]
    const { stdout } = await run('git', ['-C', folder, ...options])
    return stdout.trim()
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const reason = isMissing ? 'git is not installed' : `git finds no revision of that name in ${folder}`
    throw new Error(`"${revision}" is no folder, and ${reason}`, { cause: error })
  }
}

function readMessage(error: unknown): string {
  const { stderr, message } = error as Error & { stderr?: string }
  return stderr?.trim() || message
}
