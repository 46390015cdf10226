/** Turns an OpenAPI document into an API document of this gateway. The order of the steps is the order of this page. */
import type { ParsedDocument } from '../text/parsed-document.ts'
import { createImportContext, type ImportContext, type Members, membersOf } from './import-context.ts'
import { importInfo } from './import-info.ts'
import { type ImportedOperation, importPaths } from './import-paths.ts'
import { importSecurity } from './import-security.ts'
import { importServers } from './import-servers.ts'
import type { ImportedApi, ImportNote, ImportOptions } from './import-types.ts'
import { importVersion } from './import-version.ts'

/**
 * Imports a bundled document, which it changes. `source` is the document as it was written, for the locations of notes. Throws
 * `ImportError` when the document cannot be imported, or not without a further option.
 */
export function importApi(document: Members, source: ParsedDocument, options: ImportOptions): ImportedApi {
  const notes: ImportNote[] = []
  const context = createImportContext(document, source, options, notes)

  importVersion(context)
  const info = importInfo(context)
  const servers = importServers(info.name, context)
  const operations = importPaths(context)
  const scopes = importSecurity(operations, context)
  addConfiguration(servers.upstream, context)

  return {
    document,
    ...info,
    ...servers,
    operationCount: operations.length,
    scopes,
    example: findExample(operations, document),
    notes: notes.sort((a, b) => a.line - b.line || a.column - b.column),
  }
}

/** An assembly of the document stays as it is; without one, calls go to the upstream. */
function addConfiguration(upstream: string, { document }: ImportContext): void {
  const configuration = membersOf(document['x-ibm-configuration'])
  const execute = membersOf(configuration.assembly).execute
  if (Array.isArray(execute) && execute.length > 0) return
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

/** Returns a GET operation to try: one that accepts a token alone and has no parameters in its path, if possible. */
function findExample(operations: readonly ImportedOperation[], document: Members): ImportedApi['example'] {
  const schemes = membersOf(document.securityDefinitions ?? membersOf(document.components).securitySchemes)
  const isToken = (name: string) => membersOf(schemes[name]).type === 'oauth2'
  const gets = operations
    .filter(({ method }) => method === 'get')
    .map(({ template, operation }) => {
      const alternatives = (operation.security ?? document.security ?? []) as Record<string, string[]>[]
      const byToken = alternatives.find(
        (each) => Object.keys(each).some(isToken) && Object.keys(each).every(isToken),
      )
      const scopes = Object.values(byToken ?? alternatives[0] ?? {}).flat()
      return { path: template, scopes, acceptsToken: byToken !== undefined, isFixed: !template.includes('{') }
    })
  const found =
    gets.find(({ acceptsToken, isFixed }) => acceptsToken && isFixed) ??
    gets.find(({ acceptsToken }) => acceptsToken) ??
    gets.find(({ isFixed }) => isFixed) ??
    gets[0]
  return found && { path: found.path, scopes: found.scopes }
}
