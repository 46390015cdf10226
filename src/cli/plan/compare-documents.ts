/** Compares two folders or git revisions of documents, without a running gateway. */
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'

import { describeChanges } from '../../config/index.ts'
import type { LoadResult } from '../../config/types/index.ts'
import { checkOutRevision } from './git-revision.ts'
import type { ComparedDocuments, PlanReport } from './plan-report.ts'

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
export async function compareDocuments({
  before,
  after,
  configFolder,
  load,
}: CompareOptions): Promise<PlanReport> {
  const old = await loadSource(before, configFolder, load)
  const next = await loadSource(after, configFolder, load)
  return {
    before: old.documents,
    after: next.documents,
    problems: (old.loaded.config ? next : old).loaded.problems,
    changes:
      old.loaded.config && next.loaded.config ? describeChanges(old.loaded.config, next.loaded.config) : [],
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
  return { documents: { source, ...(revision !== undefined && { revision }) }, loaded }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
