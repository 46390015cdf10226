/** GET /openapi.json: the OpenAPI document of the REST resources of the portal, in JSON, or in YAML by `Accept`. */
import { renderOpenApiDocument } from '../../../../shared/http/openapi/render-document.ts'
import { FileResponse } from '../context/file-response.ts'
import type { ResourceHandler } from '../context/portal-context.ts'
import type { PortalDocumentOptions } from './portal-document.ts'

export function buildDocumentHandler(options: () => PortalDocumentOptions): ResourceHandler<'GET /openapi.json'> {
  return async function showDocument({ request, setHeader }) {
    // The document is rarely read: its code is loaded then.
    const { buildPortalDocument } = await import('./portal-document.ts')
    const document = buildPortalDocument(options())
    const { contentType, body } = await renderOpenApiDocument(document, request.headers.accept)
    setHeader('Vary', 'Accept')
    return new FileResponse('', contentType, body)
  }
}
