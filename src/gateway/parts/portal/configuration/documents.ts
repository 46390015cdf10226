/** Handlers for the documents of the gateway, for owners who may change them. */
import type { DocumentRequest, DocumentResult } from '../context/document-request.ts'
import type { PortalContext, ResourceHandler } from '../context/portal-context.ts'
import type { HourlyLimitCheck } from '../http/attempt-limit.ts'
import { PortalError } from '../http/portal-error.ts'

export const listDocuments: ResourceHandler<'GET /configuration'> = (context) =>
  requestDocuments(context, { do: 'list' }, 'list')

export const showDocument: ResourceHandler<'GET /configuration/document'> = (context) =>
  requestDocuments(context, { do: 'read', file: context.query.get('file') ?? '' }, 'document')

export const previewDocument: ResourceHandler<'POST /configuration/preview'> = (context) =>
  requestDocuments(context, { do: 'preview', changes: [context.body], by: context.user.name }, 'preview')

export const saveDocument: ResourceHandler<'PUT /configuration/document'> = ({ deps, user, body }) =>
  requestDocuments({ deps }, { do: 'save', changes: [body], effects: body.effects, by: user.name }, 'saved')

export const listReferences: ResourceHandler<'GET /configuration/references'> = (context) =>
  requestDocuments(context, { do: 'references', file: context.query.get('file') ?? '' }, 'references')

export const planRename: ResourceHandler<'POST /configuration/rename'> = async (context) => ({
  changes: await requestDocuments(context, { do: 'rename', ...context.body }, 'changes'),
})

export const planVersions: ResourceHandler<'POST /configuration/versions'> = async (context) => ({
  changes: await requestDocuments(context, { do: 'versions', ...context.body }, 'changes'),
})

export const previewChanges: ResourceHandler<'POST /configuration/changes/preview'> = (context) =>
  requestDocuments(context, { do: 'preview', ...context.body, by: context.user.name }, 'preview')

export const saveChanges: ResourceHandler<'POST /configuration/changes'> = (context) =>
  requestDocuments(context, { do: 'save', ...context.body, by: context.user.name }, 'saved')

export const undoChange: ResourceHandler<'POST /configuration/undo'> = (context) =>
  requestDocuments(context, { do: 'undo', by: context.user.name }, 'saved')

export const importApi: ResourceHandler<'POST /configuration/import'> = (context) =>
  requestDocuments(context, { do: 'import', request: context.body }, 'imported')

/** Returns a member of the result of a request to the primary. Throws a `PortalError` when it is rejected. */
export async function requestDocuments<M extends string>(
  { deps }: Pick<PortalContext, 'deps'>,
  wanted: DocumentRequest,
  member: M,
): Promise<Extract<DocumentResult, Record<M, unknown>>[M]> {
  const result = await deps.editDocuments(wanted)
  if (member in result) return (result as Extract<DocumentResult, Record<M, unknown>>)[member]
  const { refused, detail } = result as Extract<DocumentResult, { refused: unknown }>
  throw new PortalError(refused, { detail })
}

/** Handler for the test of a user registry. A test sends a password to the registry, so its attempts are limited. */
export function buildSignInTest(countTest: HourlyLimitCheck): ResourceHandler<'POST /configuration/sign-in-test'> {
  return async function testSignIn(context) {
    const { body, deps, user } = context
    await countTest(deps.accounts.fold(user.name))
    const request = { do: 'testSignIn', request: body, by: user.name } as const
    return requestDocuments(context, request, 'signIn')
  }
}
