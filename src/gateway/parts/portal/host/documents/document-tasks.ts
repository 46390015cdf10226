/** What owners do with documents that takes long with many or large ones: the primary lets a thread do it. */
import { isDeepStrictEqual } from 'node:util'
import {
  buildEditorSchemas,
  countUses,
  type DocumentOutline,
  findDocumentKind,
  findKind,
} from '../../../../config/index.ts'
import type { PolicyCode } from '../../../../config/types/index.ts'
import type { ImportApiRequest } from '../../../../contract/api-import.ts'
import type { GatewayPart } from '../../../../part.ts'
import { openTables, readPolicyFiles } from '../../../../runtime/documents/open-tables.ts'
import type { CatalogWithoutApis } from '../../../../runtime/documents/serialized-config.ts'
import type { ConfigurationList, DocumentChange, DocumentResult, ImportedApiView } from '../../index.ts'
import type { DocumentFolder } from '../../processes/messages.ts'
import type { DocumentTask, RunDocumentTask } from '../../processes/thread-tasks.ts'
import { PortalRequestError, rejectWithMessage } from '../portal-request-error.ts'
import { type DocumentFiles, locateOrReject, openDocumentFiles, rejectTooLarge, revisionOf } from './document-files.ts'
import { planVersions } from './product-versions.ts'
import { listReferences, planRename } from './related-documents.ts'
import { runRevisionTask } from './revision-tasks.ts'

/** Returns a function that runs tasks, and remembers what it has read. */
export function openDocumentTasks(
  { folder, environment }: DocumentFolder,
  parts: readonly GatewayPart[],
): RunDocumentTask {
  const files = openDocumentFiles(folder)
  const describeKind = openKindReader(folder, parts)

  return async function runTask(task, catalogs = []) {
    try {
      return await run(task, catalogs)
    } catch (error) {
      if (!(error instanceof PortalRequestError)) throw error
      return error.toResult()
    }
  }

  async function run(task: DocumentTask, catalogs: readonly CatalogWithoutApis[]): Promise<DocumentResult> {
    switch (task.do) {
      case 'list':
        return { list: await list(task.undo) }
      case 'read':
        return { document: await read(task.file) }
      case 'references':
        return { references: await listReferences(locateOrReject(task.file).path, files) }
      case 'rename':
        locateOrReject(task.file)
        return { changes: await planRename(task, files) }
      case 'versions':
        return { changes: await planVersions(task, catalogs, files) }
      case 'import':
        return { imported: await planImport(task.request, { configFolder: folder, environment }, files, parts) }
      default:
        return runRevisionTask(task, { folder, dataFolder: environment.SLUICE_DATA ?? '' })
    }
  }

  async function list(undo: ConfigurationList['undo']): Promise<ConfigurationList> {
    const isWritable = await files.canWrite('catalogs/catalog.yaml')
    return { documents: summarizeOutlines(await files.outlines()), isWritable, undo }
  }

  async function read(file: string) {
    const location = locateOrReject(file)
    const text = await files.readText(file)
    if (text === undefined) throw new PortalRequestError('unknown_document')
    const kind = findDocumentKind(location, text) ?? 'unknown'
    return {
      file,
      text,
      revision: revisionOf(text) as string,
      isWritable: await files.canWrite(file),
      ...(await describeKind(kind)),
    }
  }
}

/** Returns a function that builds the schemas for the first document, because a list needs none, and again when a policy of the operator has changed. */
function openKindReader(folder: string, parts: readonly GatewayPart[]) {
  let editors: { codes: readonly PolicyCode[]; schemas: ReturnType<typeof buildEditorSchemas> } | undefined

  return async function describeKind(kind: string) {
    const tables = await openTables(parts)
    const { codes, specs } = await readPolicyFiles(folder, tables)
    if (!editors || !isDeepStrictEqual(codes, editors.codes))
      editors = { codes, schemas: buildEditorSchemas({ ...tables, policies: [...tables.policies, ...specs] }) }
    return { kind, schema: editors.schemas[kind] ?? {}, references: findKind(kind)?.references ?? [] }
  }
}

/** Returns what lists of documents show. */
function summarizeOutlines(outlines: readonly DocumentOutline[]): ConfigurationList['documents'] {
  const uses = countUses(outlines)
  return outlines.map((outline) => {
    const { targets, ...shown } = outline
    return { ...shown, usedBy: uses.get(outline) ?? 0 }
  })
}

/** Rejects with `PortalRequestError` when no file can be imported. */
async function planImport(
  request: ImportApiRequest,
  folder: { configFolder: string; environment: DocumentFolder['environment'] },
  files: DocumentFiles,
  parts: readonly GatewayPart[],
): Promise<ImportedApiView> {
  const { loadOpenApiImport } = parts.find((each) => each.loadOpenApiImport) ?? {}
  if (!loadOpenApiImport)
    throw new PortalRequestError('wrong_document', 'This gateway has no part that imports OpenAPI files.')
  const { importApis } = await loadOpenApiImport()
  const imported = await importApis(request, folder, parts).catch(rejectWithMessage)
  const { documents } = imported
  if (documents.length === 0) {
    const problems = imported.files.map(({ path, message }) => `${path}: ${message}`)
    throw new PortalRequestError('wrong_document', problems.join('\n'))
  }
  const changes = await Promise.all(documents.map(({ file, text }) => changeOf(file, () => text)))
  const replaced = changes.filter(({ revision }) => revision !== null)
  for (const { file, change } of imported.edits) changes.push(await changeOf(file, change))
  const notes = [...replaced.map(({ file }) => `${file} exists already: its text is replaced.`), ...imported.notes]
  return { changes, notes, files: imported.files }

  async function changeOf(path: string, change: (before: string) => string): Promise<DocumentChange> {
    const before = await files.readText(path)
    const changed = { file: path, text: change(before ?? ''), revision: revisionOf(before) }
    rejectTooLarge(changed)
    return changed
  }
}
