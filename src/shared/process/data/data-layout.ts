/**
 * The layout of the data folder: which files it has and what they mean. Databases have schema versions of their own.
 * The file `layout.json` has the layout, so that a version of Sluice refuses a folder that a newer version has changed.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../lib/files/make-folder.ts'
import { replaceFile } from '../../lib/files/replace-file.ts'
import { version } from '../../lib/package/version.ts'

/** The layout that this version reads and writes. */
export const dataLayout = 1

const layoutFileName = 'layout.json'

/** The empty folder that a data folder has while a restore moves files into it. */
export const restoreMark = '.restore-moves-files'

/** Each row upgrades a folder from the layout of its index to the next one. Layout 0 had no `layout.json`. */
const upgrades: readonly ((folder: string) => Promise<void>)[] = [async () => {}]

/** The data folder was written by a newer version of Sluice, or its layout cannot be read. */
export class DataLayoutError extends Error {
  override name = 'DataLayoutError'
}

/** Creates or upgrades the data folder. Rejects with a `DataLayoutError` that says what to do, and changes nothing. */
export async function prepareDataFolder(folder: string): Promise<void> {
  if (existsSync(join(folder, restoreMark)))
    throw new DataLayoutError(
      `a restore into the data folder ${folder} was interrupted, and some files are missing: run "sluice restore" again with --replace`,
    )
  const found = await readDataLayout(folder)
  requireSupportedLayout(found, `the data folder ${folder}`)
  if (found.layout === dataLayout) return
  await makeFolder(folder, { mode: 0o700 }) // keys and messages
  for (const upgrade of upgrades.slice(found.layout)) await upgrade(folder)
  const text = `${JSON.stringify({ layout: dataLayout, writtenBy: version })}\n`
  await replaceFile(join(folder, layoutFileName), text, { mode: 0o600 })
}

export interface FoundLayout {
  layout: number
  /** The version of Sluice that wrote the layout; absent before layout 1. */
  writtenBy?: string | undefined
}

/** Throws a `DataLayoutError` for a layout that is newer than that of this version. `what` names the folder. */
export function requireSupportedLayout({ layout, writtenBy }: FoundLayout, what: string): void {
  if (layout <= dataLayout) return
  throw new DataLayoutError(
    `${what} has layout ${layout}, which Sluice ${writtenBy ?? 'of a newer version'} wrote; this is version ${version}, which supports up to ${dataLayout}. ` +
      'There is no way back: run the newer version, or restore a backup that this version made',
  )
}

/** Reads the layout of a data folder. Rejects with a `DataLayoutError` when the file is damaged. */
export async function readDataLayout(folder: string): Promise<FoundLayout> {
  const file = join(folder, layoutFileName)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (text === undefined) return { layout: 0 }
  try {
    const { layout, writtenBy } = JSON.parse(text)
    if (!Number.isSafeInteger(layout) || layout < 0) throw new Error(`"layout" is ${layout}`)
    return { layout, writtenBy: typeof writtenBy === 'string' ? writtenBy : undefined }
  } catch (cause) {
    throw new DataLayoutError(`${file} is damaged: ${(cause as Error).message}; restore it from a backup`, { cause })
  }
}
