/** GET /openapi.json of the REST API and of the console: the OpenAPI document of their resources. */
import type { OpenApiDocument } from '../../../shared/http/openapi/openapi-document.ts'
import { renderOpenApiDocument } from '../../../shared/http/openapi/render-document.ts'
import type { RestContext, RestResponse } from '../context/rest-context.ts'
import { parseQueryParameters } from '../http/request-input.ts'

/** GET of the document of one version of the REST API. */
export async function showRestDocument(context: RestContext): Promise<RestResponse> {
  parseQueryParameters(context, [])
  // Documents are rarely read: their code is loaded then. It imports the table of routes, which imports this file.
  const { buildRestDocument } = await import('../openapi/rest-document.ts')
  const document = await buildRestDocument(context.services.resources, context.dialect, context.version.number)
  return respondWithDocument(document, context)
}

/** GET of the document of the console's resources. */
export async function showConsoleDocument(context: RestContext): Promise<RestResponse> {
  parseQueryParameters(context, [])
  const { buildConsoleDocument } = await import('../openapi/rest-document.ts')
  return respondWithDocument(await buildConsoleDocument(context.services.resources, context.dialect), context)
}

/** Responds with a document in JSON, or in YAML when the request prefers it. */
export async function respondWithDocument(
  document: OpenApiDocument,
  { request }: Pick<RestContext, 'request'>,
): Promise<RestResponse> {
  const { contentType, body } = await renderOpenApiDocument(document, request.headers.accept)
  return { status: 200, headers: { 'Content-Type': contentType, Vary: 'Accept' }, body }
}
