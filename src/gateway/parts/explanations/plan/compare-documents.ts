/** Compares two folders or git revisions of documents, without a running gateway. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { ConfigChange } from '../../../config/index.ts'
import type { LoadResult, Problem } from '../../../config/types/index.ts'

export interface CompareOptions {
  /** The folder or the git revision of the documents before the change. */
  before: string
  /** The folder or the git revision of the documents after the change. */
  after: string
  /** The folder of the documents in the repository whose revisions are meant. */
  configFolder: string
  /** Loads the documents of a folder. */
  load(folder: string): Promise<LoadResult>
}

/** Returns the differences. Rejects when an argument is neither a folder nor a git revision. */
export async function compareDocuments({ before, after, configFolder, load }: CompareOptions): Promise<PlanReport> {
  const old = await loadSource(before, configFolder, load)
  const next = await loadSource(after, configFolder, load)
  const { describeChanges } = await import('../../../config/index.ts')
  return {
    before: old.documents,
    after: next.documents,
    problems: (old.loaded.config ? next : old).loaded.problems,
    changes: old.loaded.config && next.loaded.config ? describeChanges(old.loaded.config, next.loaded.config) : [],
  }
}

async function loadSource(
  source: string,
  configFolder: string,
  load: CompareOptions['load'],
): Promise<{ documents: ComparedDocuments; loaded: LoadResult }> {
  if (await isFolder(source)) return { ...(await loadFolder(source, resolve(source), load)) }
  const { folder, close } = await checkOutRevision(configFolder, source)
  try {
    return await loadFolder(source, folder, load)
  } finally {
    await close()
  }
}

async function loadFolder(source: string, folder: string, load: CompareOptions['load']) {
  const loaded = await load(folder)
  const revision = loaded.config?.revision
  return { documents: { source, revision }, loaded }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

const run = promisify(execFile)

/**
 * Writes the files that a revision has below a folder of a repository to a temporary folder. `revision` is anything that
 * names a commit or a tree: `main`, `v1.2`, `HEAD~1`, `HEAD:config`. The working tree and the index stay as they are, and `close`
 * removes the folder. Rejects with a message for the user.
 */
async function checkOutRevision(repositoryFolder: string, revision: string) {
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

/** What `sluice plan` found: one state of documents compared with another. */
export interface PlanReport {
  before: ComparedDocuments
  after: ComparedDocuments
  /** The problems of the documents after the change; of those before it, when they cannot be loaded. */
  problems: readonly Problem[]
  changes: readonly ConfigChange[]
  /** How many calls of the last day were decided again, and how many of them differently; absent when that was not possible. */
  calls?: { replayed: number; changed: number }
}

export interface ComparedDocuments {
  /** A folder, a git revision, or the gateway that runs over a data folder. */
  source: string
  /** The revision of the documents; absent when they have errors. */
  revision?: string | undefined
}

/** Returns whether both states of the documents could be loaded. */
export function isComparable({ before, after }: PlanReport): boolean {
  return before.revision !== undefined && after.revision !== undefined
}
