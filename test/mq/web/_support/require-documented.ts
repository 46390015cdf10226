/** Checks the responses of the console against its OpenAPI document. */

import { mqParts } from '../../../../src/mq/parts.ts'
import { ibmmqDialect } from '../../../../src/mq/web/context/rest-dialect.ts'
import { loadResources } from '../../../../src/mq/web/context/web-part.ts'
import { buildConsoleDocument } from '../../../../src/mq/web/openapi/rest-document.ts'
import type { OpenApiDocument } from '../../../../src/shared/http/openapi/openapi-document.ts'
import { findUndocumented } from '../../../_support/openapi.ts'
import type { Reply } from './server.ts'

let document: Promise<OpenApiDocument> | undefined

/** Throws when the document of the console does not describe a response. Errors that are not JSON come from other handlers. */
export async function requireDocumented(method: string, url: string, reply: Reply): Promise<void> {
  const { status, headers, text, json } = reply
  const [, path] = /^\/\w+\/console\/api\/v1(\/.*)/.exec(url) ?? []
  if (path === undefined) return
  if (status >= 400 && !/json/.test(String(headers['content-type']))) return
  document ??= buildDocument()
  const contentType = text === '' ? undefined : (headers['content-type'] as string | undefined)
  const undocumented = findUndocumented(await document, method, path, { status, contentType, body: json })
  if (undocumented) throw new Error(`${undocumented}: describe it in src/mq/web/openapi/`)
}

async function buildDocument(): Promise<OpenApiDocument> {
  return buildConsoleDocument(await loadResources(mqParts), ibmmqDialect)
}
