/** Reads the files of documents for the editor. */
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { canAccess } from '../../../../../shared/lib/files/can-access.ts'
import { openSemaphore } from '../../../../../shared/security/index.ts'
import {
  type DocumentLocation,
  type DocumentOutline,
  findDocuments,
  locateDocument,
  outlineDocument,
  ProblemList,
} from '../../../../config/index.ts'
import { PortalRequestError } from '../portal-request-error.ts'

export type DocumentFiles = ReturnType<typeof openDocumentFiles>

/** The number of files that are open at the same time: a folder may have thousands. */
const maxOpenFiles = 32
/** The loader reads no larger files. */
const maxFileBytes = 16 * 1024 * 1024
/** Larger files are not changed at the portal: its requests are not larger, and the primary handles the texts of changes. */
export const maxChangedBytes = 4 * 1024 * 1024
/** The portal makes no larger change at once. */
export const maxChanges = 100
/** A file that changed so shortly before it was read may change again without another timestamp. */
const settledMs = 2_000

export function openDocumentFiles(folder: string) {
  const known = new Map<string, { stamp: string; outline: DocumentOutline }>()
  const bounded = openSemaphore({
    maxRunning: maxOpenFiles,
    maxWaiting: Number.POSITIVE_INFINITY,
    createOverflowError: () => new Error('the queue has no limit'),
  })

  return {
    /** Returns the outlines of all documents. It reads only files that have changed. */
    async outlines(): Promise<DocumentOutline[]> {
      const found = await findDocuments(folder, new ProblemList())
      const paths = new Set(found.map(({ path }) => path))
      for (const path of known.keys()) if (!paths.has(path)) known.delete(path)
      return Promise.all(found.map((location) => bounded(() => outline(location))))
    },
    readText,
    /** Returns whether the document, or a new one in its folder, can be written. */
    async canWrite(file: string): Promise<boolean> {
      const path = join(folder, file)
      const exists = (await lstat(path).catch(() => undefined)) !== undefined
      return (!exists || (await canAccess(path, constants.W_OK))) && canAccess(dirname(path), constants.W_OK)
    },
  }

  async function outline(location: DocumentLocation): Promise<DocumentOutline> {
    const stats = await lstat(join(folder, location.path)).catch(() => undefined)
    if (!stats?.isFile()) return outlineDocument(location, '')
    const stamp = `${stats.ctimeMs} ${stats.ino} ${stats.size}`
    const before = known.get(location.path)
    if (before?.stamp === stamp) return before.outline
    const text = stats.size > maxFileBytes ? '' : ((await readText(location.path)) ?? '')
    const outline = { ...outlineDocument(location, text), changedAt: stats.mtime.toISOString() }
    if (stats.ctimeMs < Date.now() - settledMs) known.set(location.path, { stamp, outline })
    return outline
  }

  /**
   * Returns the text of a document; undefined when there is none. Rejects with `PortalRequestError` for a link, which
   * could lead out of the folder, and for a file of more than `maxBytes`, which is 16 MiB unless given.
   */
  async function readText(file: string, maxBytes = maxFileBytes): Promise<string | undefined> {
    const path = join(folder, file)
    const found = await lstat(path).catch(() => undefined)
    if (!found) return undefined
    if (!found.isFile()) throw new PortalRequestError('wrong_document_path', `${file} is a link or no file.`)
    rejectAbove(maxBytes, found.size, file)
    return readFile(path, 'utf8')
  }
}

/** Throws `PortalRequestError` for a text that the portal could not save. */
export function rejectTooLarge({ file, text }: { file: string; text: string | null }): void {
  rejectAbove(maxChangedBytes, Buffer.byteLength(text ?? ''), file)
}

function rejectAbove(maxBytes: number, bytes: number, file: string): void {
  if (bytes <= maxBytes) return
  const verb = maxBytes < maxFileBytes ? 'changes' : 'opens'
  throw new PortalRequestError(
    'wrong_document',
    `${file} has ${bytes} bytes, and the portal ${verb} files of up to ${maxBytes}: edit it on disk.`,
  )
}

/** Returns the location of a document. Throws `PortalRequestError` for a path at which no document is read. */
export function locateOrReject(file: string): DocumentLocation {
  const location = locateDocument(file)
  if (location) return location
  throw new PortalRequestError('wrong_document_path')
}

/** Returns the revision of a text; null for a document that does not exist. */
export function revisionOf(text: string | undefined): string | null {
  return text === undefined ? null : createHash('sha256').update(text).digest('base64url')
}
