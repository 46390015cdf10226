/** Writes changed documents, and removes those without a text. */
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type DocumentOverlay, exchangeText } from '../../../config/index.ts'

/** `present` has the texts that the overlays replace. Rejects when a document has another text by now. */
export async function writeOverlays(
  overlays: readonly DocumentOverlay[],
  folder: string,
  present: ReadonlyMap<string, string | undefined>,
): Promise<void> {
  for (const { file, text } of overlays) {
    const path = join(folder, file)
    if (!(await exchangeText(path, { before: present.get(file), after: text })))
      throw new Error(`${file} was changed or added at the same time: run the command again`)
    if (text !== undefined) await removeUnfinished(path)
  }
}

/** Removes temporary files of `replaceFile` that an import which was killed has left. */
async function removeUnfinished(path: string): Promise<void> {
  const names = await readdir(dirname(path))
  const unfinished = names.filter((name) => name.startsWith(`.${basename(path)}.`) && name.endsWith('.part'))
  for (const name of unfinished) await rm(join(dirname(path), name), { force: true })
}
