/**
 * Edits of documents by owners at the portal. The primary checks each change together with all other documents, writes
 * it, and responds when every worker uses it. The latest change can be undone.
 */
import {
  buildEditorSchemas,
  type DocumentOverlay,
  findDocumentKind,
  referenceMembers,
} from '../../../config/index.ts'
import type { Problem, TypeTables } from '../../../config/types/index.ts'
import type { Log } from '../../../lib/output/log.ts'
import { renderProblem } from '../../../lib/output/render-problem.ts'
import { buildUnifiedDiff } from '../../../lib/text/unified-diff.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type {
  DocumentChange,
  DocumentRequest,
  DocumentResult,
  ImportApiRequest,
  SignInTestRequest,
  SignInTestView,
} from '../../../portal/index.ts'
import { openSemaphore } from '../../../security/index.ts'
import type { WriteAuditEntry } from '../../../telemetry/audit/index.ts'
import type { LoadReport } from '../../documents/load-report.ts'
import type { ApiImport } from '../../messages.ts'
import { locateOrReject, openDocumentFiles, revisionOf } from './document-files.ts'
import { DocumentRequestError, rejectWithMessage } from './document-request-error.ts'
import { planImport } from './plan-import.ts'
import { listReferences, planRename } from './related-documents.ts'
import { type RestoreDocuments, type TextChange, writeDocuments } from './write-documents.ts'

/** The dependencies of `openDocumentEditor`. */
export interface DocumentEditorDeps {
  /** The folder of the documents. */
  folder: string
  /** Loads the documents as they would be after a change, and compares them with those in use. */
  preview(overlays: DocumentOverlay[]): Promise<Pick<LoadReport, 'problems' | 'changes'>>
  /**
   * Loads the documents as they will be after a change. When they have no errors, it calls `write`, which writes the
   * change, and puts the documents to use. Returns the problems, and whether the documents are in use.
   */
  putToUse(
    overlays: DocumentOverlay[],
    write: () => Promise<void>,
  ): Promise<{ problems: readonly Problem[]; isInUse: boolean }>
  /** Makes API documents from OpenAPI files. Rejects with a message for the user. */
  importApis(request: ImportApiRequest): Promise<ApiImport>
  /** Signs a user in at a registry whose document may not be saved yet. */
  testSignIn(request: SignInTestRequest): Promise<SignInTestView>
  tables: TypeTables
  audit: WriteAuditEntry
  clock: Clock
  log: Log
}

type TestRequest = Extract<DocumentRequest, { do: 'testSignIn' }>

/** Handles a request about documents. Rejects only because of defects. */
export type EditDocuments = (request: DocumentRequest) => Promise<DocumentResult>

/** The limit of the queue: further requests would wait longer than clients do. */
const maxWaiting = 20

/** A change that can be undone while every file still has its text `after`. */
interface DoneChange {
  texts: readonly TextChange[]
  by: string
  at: number
}

/** Opens the editor. Requests run one after the other. */
export function openDocumentEditor(deps: DocumentEditorDeps): EditDocuments {
  const { folder, preview, putToUse, tables, audit, clock, log } = deps
  let schemas: ReturnType<typeof buildEditorSchemas> | undefined // built for the first form, because a start needs none
  const files = openDocumentFiles(folder)
  let latest: DoneChange | undefined
  const inTurn = openSemaphore({
    maxRunning: 1,
    maxWaiting,
    createOverflowError: () => new DocumentRequestError('busy'),
  })

  return async function edit(request) {
    try {
      // A test waits for a registry for seconds; edits do not wait for it.
      return await (request.do === 'testSignIn' ? test(request) : inTurn(() => run(request)))
    } catch (error) {
      if (!(error instanceof DocumentRequestError)) throw error
      return { refused: error.code, ...(error.message !== '' && { detail: error.message }) }
    }
  }

  async function run(request: Exclude<DocumentRequest, TestRequest>): Promise<DocumentResult> {
    switch (request.do) {
      case 'list':
        return { list: await list() }
      case 'read':
        return { document: await read(request.file) }
      case 'references':
        return { references: await listReferences(locateOrReject(request.file).path, files) }
      case 'rename':
        locateOrReject(request.file)
        return { changes: await planRename(request, files) }
      case 'preview':
        return { preview: await look(request.changes) }
      case 'save':
        return save(request)
      case 'undo':
        return undo(request.by)
      case 'import':
        return { imported: await planImport(request.request, deps, files) }
    }
  }

  async function test({ request, by }: TestRequest): Promise<DocumentResult> {
    locateOrReject(request.file)
    const signIn = await deps.testSignIn(request).catch(rejectWithMessage)
    const { file, user } = request
    await record('sign-in test', { file, user, outcome: signIn.outcome, by })
    return { signIn }
  }

  async function list() {
    return {
      documents: await files.outlines(),
      isWritable: await files.canWrite('catalogs/catalog.yaml'),
      ...(latest && {
        undo: {
          file: latest.texts.map(({ file }) => file).join(', '),
          by: latest.by,
          at: new Date(latest.at).toISOString(),
        },
      }),
    }
  }

  async function read(file: string) {
    const location = locateOrReject(file)
    const text = await files.readText(file)
    if (text === undefined) throw new DocumentRequestError('unknown_document')
    const kind = findDocumentKind(location, text) ?? 'unknown'
    return {
      ...{ file, text, revision: revisionOf(text) as string },
      isWritable: await files.canWrite(file),
      ...describeKind(kind),
    }
  }

  function describeKind(kind: string) {
    const references = referenceMembers
      .filter((member) => member.kind === kind)
      .map(({ path, to }) => ({ path: [...path], to: [...to] }))
    schemas ??= buildEditorSchemas(tables)
    return { kind, schema: schemas[kind] ?? {}, references }
  }

  async function look(changes: readonly { file: string; text: string | null }[]) {
    for (const { file } of changes) locateOrReject(file)
    const { problems, changes: effects } = await preview(overlaysOf(changes))
    const patches = await Promise.all(
      changes.map(async ({ file, text }) =>
        buildUnifiedDiff(file, await files.readText(file), text ?? undefined),
      ),
    )
    return {
      problems: problems.map(({ severity, file, line, column, message }) => ({
        ...{ severity, line, column, message, file },
      })),
      changes: effects.map(({ text, applications }) => ({ text, applications })),
      patch: patches.join(''),
    }
  }

  async function save({ changes, by }: Extract<DocumentRequest, { do: 'save' }>): Promise<DocumentResult> {
    const texts: TextChange[] = []
    for (const { file, text, revision } of changes) {
      const before = await files.readText(locateOrReject(file).path)
      if (revisionOf(before) !== revision) throw new DocumentRequestError('document_changed')
      texts.push({ file, before, after: text ?? undefined })
    }
    await write(texts)
    for (const { file, before, after } of texts)
      await record(before === undefined ? 'add' : after === undefined ? 'remove' : 'change', { file, by })
    latest = { texts, by, at: clock() }
    return { saved: savedOf(texts) }
  }

  async function undo(by: string): Promise<DocumentResult> {
    if (!latest) throw new DocumentRequestError('nothing_to_undo')
    const { texts } = latest
    for (const { file, after } of texts) {
      if ((await files.readText(file)) !== after)
        throw new DocumentRequestError('document_changed', `${file} was changed since; nothing was undone.`)
    }
    await write(texts.map(({ file, before, after }) => ({ file, before: after, after: before })))
    latest = undefined
    for (const { file } of texts) await record('undo', { file, by })
    return { saved: savedOf(texts) }
  }

  /** Writes the texts when the documents have no errors with them; restores the old texts when they cannot be used. */
  async function write(texts: readonly TextChange[]): Promise<void> {
    let restore: RestoreDocuments | undefined
    const overlays = texts.map(({ file, after }) => ({ file, text: after }))
    const { problems, isInUse } = await putToUse(overlays, async () => {
      restore = await writeDocuments(folder, texts, files).catch((error: unknown) => {
        throw rejectionOf(error)
      })
    })
    if (isInUse) return
    if (!restore) {
      const errors = problems.filter(({ severity }) => severity === 'error')
      throw new DocumentRequestError('wrong_document', errors.map(renderProblem).join('\n'))
    }
    log.error({ files: texts.map(({ file }) => file) }, 'an edit of documents cannot be served and is undone')
    await restore()
    throw new DocumentRequestError(
      'wrong_document',
      'The documents could not be put to use; nothing was changed.',
    )
  }

  function rejectionOf(error: unknown): DocumentRequestError {
    if (error instanceof DocumentRequestError) return error
    log.warn({ err: error }, 'a document could not be written')
    const { code } = error as NodeJS.ErrnoException
    const isReadOnly = code === 'EACCES' || code === 'EROFS' || code === 'EPERM'
    return new DocumentRequestError(isReadOnly ? 'read_only' : 'not_written')
  }

  async function record(action: string, details: Record<string, unknown>): Promise<void> {
    await audit(`portal document ${action}`, details).catch((error) =>
      log.error({ err: error }, 'the audit trail cannot be written'),
    )
  }
}

function overlaysOf(changes: readonly Pick<DocumentChange, 'file' | 'text'>[]): DocumentOverlay[] {
  return changes.map(({ file, text }) => ({ file, text: text ?? undefined }))
}

function savedOf(texts: readonly TextChange[]): { file: string } {
  return { file: texts[0]?.file ?? '' }
}
