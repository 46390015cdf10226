/** Turns an OpenAPI document into an API document of this gateway. The order of the steps is the order of this page. */
import type { ParsedDocument } from '../text/parsed-document.ts'
import {
  createImportContext,
  type ImportContext,
  ImportNotes,
  type Members,
  membersOf,
} from './import-context.ts'
import { importInfo } from './import-info.ts'
import { importPaths } from './import-paths.ts'
import { importSecurity } from './import-security.ts'
import { importServers } from './import-servers.ts'
import type { ImportedApi, ImportOptions } from './import-types.ts'
import { importVersion } from './import-version.ts'
import { noteTimedPatterns } from './timed-patterns.ts'

/**
 * Imports a bundled document, which it changes. `source` is the document as it was written, for the locations of notes. Throws
 * `ImportError` when the document cannot be imported, or not without a further option.
 */
export function importApi(document: Members, source: ParsedDocument, options: ImportOptions): ImportedApi {
  const notes = new ImportNotes()
  const context = createImportContext(document, source, options, notes)

  importVersion(context)
  const info = importInfo(context)
  const servers = importServers(info.name, hasAssembly(document), context)
  const operations = importPaths(context)
  const scopes = importSecurity(info.name, operations, context)
  if (servers.upstream !== undefined) addConfiguration(servers.upstream, context)
  noteTimedPatterns(context)

  return {
    document,
    ...info,
    ...servers,
    operationCount: operations.length,
    scopes,
    notes: notes.list(),
  }
}

/** Returns whether the document says what happens to a call. Its assembly then stays as it is. */
function hasAssembly(document: Members): boolean {
  const { execute } = membersOf(membersOf(document['x-ibm-configuration']).assembly)
  return Array.isArray(execute) && execute.length > 0
}

/** Adds an assembly that sends calls to the upstream. */
function addConfiguration(upstream: string, { document }: ImportContext): void {
  const configuration = membersOf(document['x-ibm-configuration'])
  document['x-ibm-configuration'] = {
    ...configuration,
    properties: {
      ...membersOf(configuration.properties),
      backend: { value: upstream, description: 'The upstream' },
    },
    assembly: {
      ...membersOf(configuration.assembly),
      execute: [
        { invoke: { version: '2.0.0', 'target-url': '$(backend)$(api.operation.path)$(request.search)' } },
      ],
    },
  }
}
