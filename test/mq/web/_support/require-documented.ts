/** Checks the responses of the console against its OpenAPI document. */

import { buildConsoleRoutes, type ConsoleDeps } from '../../../../src/mq/parts/console/rest/routes.ts'
import { ibmmqDialect } from '../../../../src/mq/web/context/rest-dialect.ts'
import { buildConsoleDocument } from '../../../../src/mq/web/openapi/rest-document.ts'
import type { OpenApiDocument } from '../../../../src/shared/http/openapi/openapi-document.ts'
import { findUndocumented } from '../../../_support/openapi.ts'
import type { Reply } from './server.ts'

let document: OpenApiDocument | undefined

/** Throws when the document of the console does not describe a response. Errors that are not JSON come from other handlers. */
export function requireDocumented(method: string, url: string, { status, headers, text, json }: Reply): void {
  const [, path] = /^\/\w+\/console\/api\/v1(\/.*)/.exec(url) ?? []
  if (path === undefined) return
  if (status >= 400 && !/json/.test(String(headers['content-type']))) return
  document ??= buildConsoleDocument(buildConsoleRoutes({} as ConsoleDeps), ibmmqDialect)
  const contentType = text === '' ? undefined : (headers['content-type'] as string | undefined)
  const undocumented = findUndocumented(document, method, path, { status, contentType, body: json })
  if (undocumented) throw new Error(`${undocumented}: describe it in src/mq/web/openapi/`)
}
