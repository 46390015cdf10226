/** Writes changed documents, and removes those without a text. */
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DocumentOverlay } from '../../config/index.ts'
import { makeFolder } from '../../lib/files/make-folder.ts'
import { replaceFile } from '../../lib/files/replace-file.ts'

export async function writeOverlays(overlays: readonly DocumentOverlay[], folder: string): Promise<void> {
  for (const { file, text } of overlays) {
    const path = join(folder, file)
    if (text === undefined) await rm(path)
    else {
      await makeFolder(dirname(path))
      await replaceFile(path, text)
    }
  }
}
