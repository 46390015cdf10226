/** Handlers for the documents of the gateway, for owners who may change them. */

import type { DocumentRequest, DocumentResult } from '../context/document-request.ts'
import type { PortalContext, ResourceHandler } from '../context/portal-context.ts'
import { PortalError } from '../http/portal-error.ts'

export const listDocuments: ResourceHandler<'GET /configuration'> = async (context) =>
  (await request(context, { do: 'list' }, 'list')).list

export const showDocument: ResourceHandler<'GET /configuration/document'> = async (context) =>
  (await request(context, { do: 'read', file: context.query.get('file') ?? '' }, 'document')).document

export const previewDocument: ResourceHandler<'POST /configuration/preview'> = async (context) =>
  (await request(context, { do: 'preview', ...context.body }, 'preview')).preview

export const saveDocument: ResourceHandler<'PUT /configuration/document'> = async (context) =>
  (await request(context, { do: 'save', ...context.body, by: context.user.name }, 'saved')).saved

export const undoChange: ResourceHandler<'POST /configuration/undo'> = async (context) =>
  (await request(context, { do: 'undo', by: context.user.name }, 'saved')).saved

/** Sends a request to the primary. Throws a `PortalError` when it is rejected. */
async function request<M extends string>(
  { deps }: Pick<PortalContext, 'deps'>,
  wanted: DocumentRequest,
  member: M,
): Promise<Extract<DocumentResult, Record<M, unknown>>> {
  const result = await deps.editDocuments(wanted)
  if (member in result) return result as Extract<DocumentResult, Record<M, unknown>>
  const { refused, detail } = result as Extract<DocumentResult, { refused: unknown }>
  throw new PortalError(refused, { detail })
}
