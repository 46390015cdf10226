/**
 * Edits of documents by owners at the portal. The primary lets the loader check each change together with all other
 * documents, writes it, and responds when every worker uses it. The latest change can be undone. What reads or compares
 * documents runs in a thread, because the primary must respond meanwhile.
 */
import type { Log } from '../../../../../shared/lib/output/log.ts'
import type { Clock } from '../../../../../shared/lib/time/clock.ts'
import { openSemaphore } from '../../../../../shared/security/index.ts'
import type { DocumentOverlay } from '../../../../config/index.ts'
import type { Problem } from '../../../../config/types/index.ts'
import { renderErrors } from '../../../../lib/output/render-problem.ts'
import type { LoadReport } from '../../../../runtime/documents/serialized-config.ts'
import type { Packed } from '../../../../runtime/rpc/packed.ts'
import type { WriteAuditEntry } from '../../../../telemetry/audit/index.ts'
import type { DocumentRequest, DocumentResult, SignInTestRequest, SignInTestView } from '../../index.ts'
import type { DocumentTask, TextChange, TextComparison } from '../../processes/thread-tasks.ts'
import { PortalRequestError, rejectWithMessage } from '../portal-request-error.ts'
import { locateOrReject, maxChangedBytes, openDocumentFiles, rejectTooLarge, revisionOf } from './document-files.ts'
import { type RestoreDocuments, writeDocuments } from './write-documents.ts'

/** The dependencies of `openDocumentEditor`. */
export interface DocumentEditorDeps {
  /** The folder of the documents. */
  folder: string
  /** Loads the documents as they would be after a change, and compares them with those in use. */
  preview(overlays: DocumentOverlay[]): Promise<Pick<LoadReport, 'problems' | 'changes'>>
  /** Loads changed documents; without errors, calls `write` and uses them. Returns problems, and whether it did. */
  putToUse(
    overlays: DocumentOverlay[],
    write: (effects: LoadReport['changes']) => Promise<void>,
    by: string,
  ): Promise<{ problems: readonly Problem[]; isInUse: boolean }>
  /** Runs a task in a thread. Rejects with a message for the user. */
  runTask(task: DocumentTask): Promise<Packed<DocumentResult>>
  /** Compares texts in a thread. Rejects with a message for the user. */
  compare(changes: readonly TextChange[]): Promise<TextComparison>
  /** Signs a user in at a registry whose document may not be saved yet. */
  testSignIn(request: SignInTestRequest): Promise<SignInTestView>
  /** Never rejects. */
  audit: WriteAuditEntry
  clock: Clock
  log: Log
}

type TestRequest = Extract<DocumentRequest, { do: 'testSignIn' }>

/** Handles a request about documents. Rejects only because of defects. Results of a thread are passed on as they are. */
export type EditDocuments = (request: DocumentRequest) => Promise<DocumentResult | Packed<DocumentResult>>

/** The limit of the queue: further requests would wait longer than clients do. */
const maxWaiting = 20

/** A change that can be undone while every file still has its text `after`. */
type DoneChange = { texts: readonly TextChange[]; by: string; at: number }

/** Opens the editor. Requests run one after the other. */
export function openDocumentEditor(deps: DocumentEditorDeps): EditDocuments {
  const { folder, preview, putToUse, audit, clock, log } = deps
  const files = openDocumentFiles(folder)
  const record: WriteAuditEntry = (action, details) => audit(`portal document ${action}`, details)
  const readText = (file: string) => files.readText(file, maxChangedBytes)
  let latest: DoneChange | undefined
  const inTurn = openSemaphore({ maxRunning: 1, maxWaiting, createOverflowError: () => new PortalRequestError('busy') })

  return async function edit(request) {
    try {
      // A test waits for a registry for seconds; edits do not wait for it.
      return await (request.do === 'testSignIn' ? test(request) : inTurn(() => run(request)))
    } catch (error) {
      if (!(error instanceof PortalRequestError)) throw error
      return error.toResult()
    }
  }

  async function run(request: Exclude<DocumentRequest, TestRequest>): Promise<DocumentResult | Packed<DocumentResult>> {
    switch (request.do) {
      case 'preview':
        return { preview: await look(request) }
      case 'save':
        return save(request)
      case 'undo':
        return undo(request.by)
      case 'list':
        return deps.runTask({ do: 'list', undo: describeUndo() }).catch(rejectWithMessage)
      default:
        return deps.runTask(request).catch(rejectWithMessage)
    }
  }

  async function test({ request, by }: TestRequest): Promise<DocumentResult> {
    locateOrReject(request.file)
    const signIn = await deps.testSignIn(request).catch(rejectWithMessage)
    const { file, user } = request
    await record('sign-in test', { file, user, outcome: signIn.outcome, by })
    return { signIn }
  }

  function describeUndo() {
    if (!latest) return undefined
    const file = latest.texts.map((each) => each.file).join(', ')
    return { file, by: latest.by, at: new Date(latest.at).toISOString() }
  }

  async function look({ changes, by }: Extract<DocumentRequest, { do: 'preview' }>) {
    for (const each of changes) rejectTooLarge(each)
    const texts: TextChange[] = []
    for (const { file, text } of changes)
      texts.push({ file, before: await readText(locateOrReject(file).path), after: text ?? undefined })
    const { patch, references, refusal } = await deps.compare(texts).catch(rejectWithMessage)
    // A preview reads what references name, so that it leaves a trace as a change does.
    for (const each of references) await record('preview', { ...each, by })
    rejectForeign(refusal)
    const found = await preview(changes.map(({ file, text }) => ({ file, text: text ?? undefined })))
    return { problems: [...found.problems], ...viewEffects(found.changes), patch }
  }

  async function save({ changes, effects, by }: Extract<DocumentRequest, { do: 'save' }>): Promise<DocumentResult> {
    for (const each of changes) rejectTooLarge(each)
    const texts: TextChange[] = []
    for (const { file, text, revision } of changes) {
      const before = await readText(locateOrReject(file).path)
      if (revisionOf(before) !== revision) throw new PortalRequestError('document_changed')
      texts.push({ file, before, after: text ?? undefined })
    }
    rejectForeign((await deps.compare(texts).catch(rejectWithMessage)).refusal)
    await write(texts, by, effects)
    for (const { file, before, after } of texts)
      await record(before === undefined ? 'add' : after === undefined ? 'remove' : 'change', { file, by })
    latest = { texts, by, at: clock() }
    return { saved: savedOf(texts) }
  }

  async function undo(by: string): Promise<DocumentResult> {
    if (!latest) throw new PortalRequestError('nothing_to_undo')
    const { texts } = latest
    for (const { file, after } of texts) {
      if ((await readText(file)) !== after)
        throw new PortalRequestError('document_changed', `${file} was changed since; nothing was undone.`)
    }
    const reverse = texts.map(({ file, before, after }) => ({ file, before: after, after: before }))
    await write(reverse, by)
    latest = undefined
    for (const { file } of texts) await record('undo', { file, by })
    return { saved: savedOf(texts) }
  }

  /** Writes the texts when the documents have no errors with them; restores the old texts when they cannot be used. */
  async function write(texts: readonly TextChange[], by: string, effects?: string): Promise<void> {
    let restore: RestoreDocuments | undefined
    const overlays = texts.map(({ file, after }) => ({ file, text: after }))
    const writeTexts = async (changes: LoadReport['changes']) => {
      // An application may have subscribed to the product since the preview.
      if (effects !== undefined && effects !== viewEffects(changes).effects)
        throw new PortalRequestError('document_changed', 'The change does other things by now: look at it again.')
      restore = await writeDocuments(folder, texts).catch((error: unknown) => {
        throw rejectionOf(error)
      })
    }
    const { problems, isInUse } = await putToUse(overlays, writeTexts, by)
    if (isInUse) return
    if (!restore) throw new PortalRequestError('wrong_document', renderErrors(problems).join('\n'))
    log.error({ files: texts.map(({ file }) => file) }, 'an edit of documents cannot be served and is undone')
    await restore()
    throw new PortalRequestError('wrong_document', 'The documents could not be put to use; nothing was changed.')
  }

  function rejectionOf(error: unknown): PortalRequestError {
    if (error instanceof PortalRequestError) return error
    log.warn({ err: error }, 'a document could not be written')
    const { code } = error as NodeJS.ErrnoException
    const isReadOnly = code === 'EACCES' || code === 'EROFS' || code === 'EPERM'
    return new PortalRequestError(isReadOnly ? 'read_only' : 'not_written')
  }
}

/** Returns what a change does, and the text that identifies it. */
function viewEffects(found: LoadReport['changes']) {
  const changes = found.map(({ text, applications }) => ({ text, applications: [...applications] }))
  return { changes, effects: revisionOf(JSON.stringify(changes)) as string }
}

function rejectForeign(refusal: string | undefined): void {
  if (refusal !== undefined) throw new PortalRequestError('wrong_document', refusal)
}

function savedOf(texts: readonly TextChange[]): { file: string } {
  return { file: texts[0]?.file ?? '' }
}
