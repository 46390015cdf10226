/** Writes a change of several documents: all of them, or none. */
import { join } from 'node:path'
import { exchangeText, prepareUndo } from '../../../../config/index.ts'
import type { TextChange } from '../../processes/thread-tasks.ts'
import { PortalRequestError } from '../portal-request-error.ts'

/** Restores the documents as they were before the change. */
export type RestoreDocuments = () => Promise<void>

/** Writes all changed documents. Rejects with `PortalRequestError` or a file error, and changes nothing then. */
export async function writeDocuments(folder: string, changes: readonly TextChange[]): Promise<RestoreDocuments> {
  const restores: (() => Promise<unknown>)[] = []
  const restore = async () => {
    const failures: unknown[] = []
    for (const each of restores.toReversed()) await each().catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0] // after all others are restored
  }

  try {
    // Of two changes of one document, the last counts.
    for (const { file, before, after } of new Map(changes.map((each) => [each.file, each])).values()) {
      const path = join(folder, file)
      const undo = await prepareUndo(path)
      restores.push(() => undo({ before, after }))
      if (await exchangeText(path, { before, after })) continue
      restores.pop()
      throw new PortalRequestError('document_changed', `${file} was changed at the same time.`)
    }
  } catch (error) {
    await restore()
    throw error
  }
  return restore
}
