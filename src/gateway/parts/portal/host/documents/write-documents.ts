/** Writes a change of several documents: all of them, or none. */
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../../../../shared/lib/files/make-folder.ts'
import { replaceFile } from '../../../../../shared/lib/files/replace-file.ts'
import { type DocumentContent, readContent, restoreContent } from '../../../../config/index.ts'
import type { TextChange } from '../../processes/thread-tasks.ts'
import { PortalRequestError } from '../portal-request-error.ts'
import type { DocumentFiles } from './document-files.ts'

/** Restores the documents as they were before the change. */
export type RestoreDocuments = () => Promise<void>

/** Writes all changed documents. Rejects with `PortalRequestError` or a file error, and changes nothing then. */
export async function writeDocuments(
  folder: string,
  changes: readonly TextChange[],
  files: DocumentFiles,
): Promise<RestoreDocuments> {
  const written: { path: string; content: DocumentContent | undefined }[] = []
  const restore = async () => {
    const failures: unknown[] = []
    for (const { path, content } of written.toReversed())
      await restoreContent(path, content).catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0] // after all others are restored
  }

  for (const { file, before } of changes) {
    if ((await files.readText(file)) !== before)
      throw new PortalRequestError('document_changed', `${file} was changed at the same time.`)
  }
  try {
    for (const { file, after } of changes) {
      const path = join(folder, file)
      written.push({ path, content: await readContent(path) })
      if (after === undefined) await rm(path)
      else {
        await makeFolder(dirname(path))
        await replaceFile(path, after)
      }
    }
  } catch (error) {
    await restore()
    throw error
  }
  return restore
}
