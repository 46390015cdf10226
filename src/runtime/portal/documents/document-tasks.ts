/** What owners do with documents that takes long with many or large ones: the primary lets a thread do it. */
import { buildEditorSchemas, describeDocumentKind, findDocumentKind } from '../../../config/index.ts'
import type { ConfigurationList, DocumentResult } from '../../../portal/index.ts'
import { typeTables } from '../../documents/open-documents.ts'
import type { DocumentFolder } from '../../messages.ts'
import type { DocumentTask } from '../../thread-tasks.ts'
import { locateOrReject, openDocumentFiles, revisionOf } from './document-files.ts'
import { DocumentRequestError } from './document-request-error.ts'
import { importApiDocuments } from './import-api-documents.ts'
import { planImport } from './plan-import.ts'
import { listReferences, planRename } from './related-documents.ts'

/** Rejects only because of defects. */
export type RunDocumentTask = (task: DocumentTask) => Promise<DocumentResult>

/** Returns a function that runs tasks, and remembers what it has read. */
export function openDocumentTasks({ folder, environment }: DocumentFolder): RunDocumentTask {
  const files = openDocumentFiles(folder)
  let schemas: ReturnType<typeof buildEditorSchemas> | undefined // built for the first form, because a list needs none

  return async function runTask(task) {
    try {
      return await run(task)
    } catch (error) {
      if (!(error instanceof DocumentRequestError)) throw error
      return error.toResult()
    }
  }

  async function run(task: DocumentTask): Promise<DocumentResult> {
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
      case 'import': {
        const importApis = (request: typeof task.request) =>
          importApiDocuments({ folder, environment, ...request })
        return { imported: await planImport(task.request, { importApis }, files) }
      }
    }
  }

  async function list(undo: ConfigurationList['undo']): Promise<ConfigurationList> {
    const isWritable = await files.canWrite('catalogs/catalog.yaml')
    return { documents: await files.outlines(), isWritable, ...(undo && { undo }) }
  }

  async function read(file: string) {
    const location = locateOrReject(file)
    const text = await files.readText(file)
    if (text === undefined) throw new DocumentRequestError('unknown_document')
    const kind = findDocumentKind(location, text) ?? 'unknown'
    return {
      file,
      text,
      revision: revisionOf(text) as string,
      isWritable: await files.canWrite(file),
      ...describeKind(kind),
    }
  }

  function describeKind(kind: string) {
    schemas ??= buildEditorSchemas(typeTables)
    return { kind, schema: schemas[kind] ?? {}, ...describeDocumentKind(kind) }
  }
}
