/**
 * Edits of documents by owners at the portal. The primary checks each change together with all other documents, writes
 * it, and responds when every worker uses it. The latest change can be undone.
 */
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { access, lstat, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import {
  addDocument,
  buildEditorSchemas,
  changeDocument,
  DocumentEditError,
  type DocumentLocation,
  type EditDeps,
  findDocumentKind,
  findDocuments,
  locateDocument,
  ProblemList,
  removeDocument,
} from '../../config/index.ts'
import type { TypeTables } from '../../config/types/index.ts'
import type { Log } from '../../lib/output/log.ts'
import { renderProblem } from '../../lib/output/render-problem.ts'
import { buildUnifiedDiff } from '../../lib/text/unified-diff.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { DocumentErrorCode, DocumentRequest, DocumentResult } from '../../portal/index.ts'
import { openSemaphore } from '../../security/index.ts'
import type { WriteAuditEntry } from '../../telemetry/audit/index.ts'
import type { LoadReport } from '../documents/load-report.ts'
import { readContent, restoreContent } from './document-content.ts'

/** The dependencies of `openDocumentEditor`. */
export interface DocumentEditorDeps {
  /** The folder of the documents. */
  folder: string
  /** Loads the documents as they would be after a change, and compares them with those in use. */
  preview(overlay: {
    file: string
    text: string | undefined
  }): Promise<Pick<LoadReport, 'problems' | 'changes'>>
  /** Reloads the documents. Returns whether those on disk are in use afterwards. */
  reload(): Promise<boolean>
  tables: TypeTables
  audit: WriteAuditEntry
  clock: Clock
  log: Log
}

/** Handles a request about documents. Rejects only because of defects. */
export type EditDocuments = (request: DocumentRequest) => Promise<DocumentResult>

/** The limit of the queue: further requests would wait longer than clients do. */
const maxWaiting = 20

/** A change that can be undone while the file still has the text `after`. */
interface DoneChange {
  file: string
  before: string | undefined
  after: string | undefined
  by: string
  at: number
}

class DocumentRequestError extends Error {
  readonly code: DocumentErrorCode
  constructor(code: DocumentErrorCode, detail = '') {
    super(detail)
    this.code = code
  }
}

/** Opens the editor. Requests run one after the other. */
export function openDocumentEditor(deps: DocumentEditorDeps): EditDocuments {
  const { folder, preview, reload, tables, audit, clock, log } = deps
  const schemas = buildEditorSchemas(tables)
  const editDeps: EditDeps = { folder, load: preview }
  let latest: DoneChange | undefined
  const inTurn = openSemaphore({
    maxRunning: 1,
    maxWaiting,
    createOverflowError: () => new DocumentRequestError('busy'),
  })

  return async function edit(request) {
    try {
      return await inTurn(() => run(request))
    } catch (error) {
      if (error instanceof DocumentRequestError)
        return { refused: error.code, ...(error.message !== '' && { detail: error.message }) }
      if (error instanceof DocumentEditError) return rejectionOf(error)
      throw error
    }
  }

  async function run(request: DocumentRequest): Promise<DocumentResult> {
    switch (request.do) {
      case 'list':
        return { list: await list() }
      case 'read':
        return { document: await read(locate(request.file)) }
      case 'preview':
        return { preview: await look(locate(request.file), request.text ?? undefined) }
      case 'save':
        return save(request)
      case 'undo':
        return undo(request.by)
    }
  }

  async function list() {
    const found = await findDocuments(folder, new ProblemList())
    const documents = await Promise.all(
      found.map(async (location) => {
        const text = (await readText(location.path)) ?? ''
        return {
          file: location.path,
          kind: findDocumentKind(location, text) ?? 'unknown',
          title: titleOf(text),
        }
      }),
    )
    return {
      documents,
      isWritable: await canWrite(join(folder, 'catalogs')),
      ...(latest && { undo: { file: latest.file, by: latest.by, at: new Date(latest.at).toISOString() } }),
    }
  }

  async function read(location: DocumentLocation) {
    const text = await readText(location.path)
    if (text === undefined) throw new DocumentRequestError('unknown_document')
    const kind = findDocumentKind(location, text) ?? 'unknown'
    const path = join(folder, location.path)
    return {
      ...{ file: location.path, kind, text, revision: revisionOf(text) },
      isWritable: (await canWrite(path)) && (await canWrite(dirname(path))),
      schema: schemas[kind] ?? {},
    }
  }

  async function look({ path: file }: DocumentLocation, text: string | undefined) {
    const { problems, changes } = await preview({ file, text })
    return {
      problems: problems.map(({ severity, file: where, line, column, message }) => ({
        ...{ severity, line, column, message },
        file: where,
      })),
      changes: changes.map(({ text: sentence, applications }) => ({ text: sentence, applications })),
      patch: buildUnifiedDiff(file, await readText(file), text),
    }
  }

  async function save({
    file: path,
    text,
    revision,
    by,
  }: Extract<DocumentRequest, { do: 'save' }>): Promise<DocumentResult> {
    const { path: file } = locate(path)
    const before = await readText(file)
    if ((before === undefined ? null : revisionOf(before)) !== revision)
      throw new DocumentRequestError('document_changed')
    await write(file, before, text ?? undefined)
    await record(before === undefined ? 'add' : text === null ? 'remove' : 'change', { file, by })
    latest = { file, before, after: text ?? undefined, by, at: clock() }
    return { saved: { file } }
  }

  async function undo(by: string): Promise<DocumentResult> {
    if (!latest) throw new DocumentRequestError('nothing_to_undo')
    const { file, before, after } = latest
    if ((await readText(file)) !== after)
      throw new DocumentRequestError('document_changed', `${file} was changed since; nothing was undone.`)
    await write(file, after, before)
    latest = undefined
    await record('undo', { file, by })
    return { saved: { file } }
  }

  /** Writes a text that was checked, and puts it to use; writes the old text again when it cannot be used. */
  async function write(file: string, before: string | undefined, after: string | undefined): Promise<void> {
    const path = join(folder, file)
    const content = await readContent(path)
    await replace(file, before, after)
    if (await reload()) return
    log.error({ file }, 'an edit of a document cannot be served and is undone')
    await restoreContent(path, content)
    await reload()
    throw new DocumentRequestError(
      'wrong_document',
      'The documents could not be put to use; nothing was changed.',
    )
  }

  async function replace(file: string, before: string | undefined, after: string | undefined): Promise<void> {
    try {
      if (before === undefined && after !== undefined) await addDocument(file, after, editDeps)
      else if (after === undefined) await removeDocument(file, editDeps)
      else await changeDocument(file, () => after, editDeps)
    } catch (error) {
      if (error instanceof DocumentEditError) throw error
      const { code } = error as NodeJS.ErrnoException
      log.warn({ err: error, file }, 'a document could not be written')
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
        throw new DocumentRequestError('read_only')
      throw new DocumentRequestError('not_written')
    }
  }

  async function record(action: string, details: Record<string, unknown>): Promise<void> {
    await audit(`portal document ${action}`, details).catch((error) =>
      log.error({ err: error }, 'the audit trail cannot be written'),
    )
  }

  /** Returns the text of a document; undefined when there is none. A link is not followed out of the folder. */
  async function readText(file: string): Promise<string | undefined> {
    const path = join(folder, file)
    const found = await lstat(path).catch(() => undefined)
    if (!found) return undefined
    if (!found.isFile())
      throw new DocumentRequestError('wrong_document_path', `${file} is a link or no file.`)
    return readFile(path, 'utf8')
  }
}

function locate(file: string): DocumentLocation {
  const location = locateDocument(file)
  if (location) return location
  throw new DocumentRequestError('wrong_document_path')
}

function rejectionOf({ reason, message, problems }: DocumentEditError): DocumentResult {
  if (reason === 'changed' || reason === 'exists')
    return { refused: 'document_changed', detail: `${message}.` }
  const detail = problems.length === 0 ? message : problems.map(renderProblem).join('\n')
  return { refused: 'wrong_document', detail }
}

/** Returns the title in a document, for lists. */
function titleOf(text: string): string {
  const find = (member: string) =>
    new RegExp(`(?:^|[{,\\s])${member}: *["']?([^"'#,}\\n]+)`).exec(text)?.[1]?.trim()
  return find('title') ?? find('name') ?? ''
}

function revisionOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

async function canWrite(path: string): Promise<boolean> {
  return access(path, constants.W_OK).then(
    () => true,
    () => false,
  )
}
