/** The documents of the sandbox. A checkout has them at its root; the package brings them along. */
import { existsSync } from 'node:fs'
import { cp, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { documentFolders } from '../../gateway/config/folders/index.ts'
import { packageRoot } from '../../shared/lib/package/package-root.ts'

/**
 * Returns the folder of the documents for a sandbox that starts in `currentFolder`: this folder when it has a folder of
 * documents, otherwise a copy of the samples in the data folder, which is made once. Rejects when the copy fails.
 */
export async function findSandboxDocuments(currentFolder: string, dataFolder: string): Promise<string> {
  if (documentFolders.some((name) => existsSync(join(currentFolder, name)))) return currentFolder
  const copy = resolve(dataFolder, 'documents')
  if (!existsSync(copy)) await copySamples(copy)
  return copy
}

/** Copies the samples beside the target first, so that a copy that is interrupted is not taken for a whole one. */
async function copySamples(target: string): Promise<void> {
  const unfinished = `${target}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  for (const name of documentFolders) await cp(join(packageRoot, name), join(unfinished, name), { recursive: true })
  await rename(unfinished, target)
}
