/** Step of an import: the version of OpenAPI, and the members at the top of the document. */
import { openApi2Schema, openApi3Schema } from '../openapi/schemas/openapi-schema.ts'
import { type ImportContext, removeUnknownMembers } from './import-context.ts'
import { ImportError } from './import-types.ts'

const supported = 'supported are Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2'

/** Throws `ImportError` when the document is no OpenAPI document of a supported version. */
export function importVersion(context: ImportContext): void {
  const { document, source, isSwagger, note } = context
  const path = [isSwagger ? 'swagger' : 'openapi']
  const written = source.renderValue(path)
  if (isSwagger) {
    if (document.swagger === undefined)
      throw new ImportError(`${source.file}:1:1 has neither "openapi" nor "swagger": ${supported}`)
    if (!/^2(\.0)?$/.test(written)) throw new ImportError(`${place()} is "${written}": ${supported}`)
    document.swagger = '2.0'
  } else if (/^3\.2(\.\d+)?$/.test(written)) {
    document.openapi = '3.1.1'
    note('changed', path, `is "${written}": the document is read as 3.1, without what only 3.2 has`)
  } else if (/^3\.[01](\.\d+)?(-\w+)?$/.test(written)) {
    document.openapi = written.replace(/^(3\.\d)$/, '$1.0').replace(/-.*/, '')
  } else throw new ImportError(`${place()} is "${written}": ${supported}`)

  const schema = (isSwagger ? openApi2Schema : openApi3Schema) as { properties?: object }
  removeUnknownMembers(document, new Set(Object.keys(schema.properties ?? {})), [], context)
  for (const member of ['gateway', 'type']) delete document[member]

  function place(): string {
    const { file, line, column } = source.locate(path)
    return `${file}:${line}:${column} ${path[0]}`
  }
}
