/** Writes changed documents, and removes those without a text. */
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { makeFolder } from '../../../../shared/lib/files/make-folder.ts'
import { replaceFile } from '../../../../shared/lib/files/replace-file.ts'
import type { DocumentOverlay } from '../../../config/index.ts'

export async function writeOverlays(overlays: readonly DocumentOverlay[], folder: string): Promise<void> {
  for (const { file, text } of overlays) {
    const path = join(folder, file)
    if (text === undefined) await rm(path)
    else {
      await makeFolder(dirname(path))
      await replaceFile(path, text)
      await removeUnfinished(path)
    }
  }
}

/** Removes temporary files of `replaceFile` that an import which was killed has left. */
async function removeUnfinished(path: string): Promise<void> {
  const names = await readdir(dirname(path))
  const unfinished = names.filter((name) => name.startsWith(`.${basename(path)}.`) && name.endsWith('.part'))
  for (const name of unfinished) await rm(join(dirname(path), name), { force: true })
}
