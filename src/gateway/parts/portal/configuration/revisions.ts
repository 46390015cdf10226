/** Handlers for the revisions of the documents. */
import type { ResourceHandler } from '../context/portal-context.ts'
import { requestDocuments } from './documents.ts'

export const listRevisions: ResourceHandler<'GET /configuration/revisions'> = (context) =>
  requestDocuments(context, { do: 'revisions' }, 'revisions')

export const showRevision: ResourceHandler<'GET /configuration/revisions/:revision'> = async (context) => {
  const { revision = '' } = context.params
  return requestDocuments(context, { do: 'revision', revision }, 'revision')
}

export const showRevisionText: ResourceHandler<'GET /configuration/revisions/:revision/document'> = async (context) => {
  const { revision = '' } = context.params
  const file = context.query.get('file') ?? ''
  return { text: await requestDocuments(context, { do: 'revision text', revision, file }, 'text') }
}

export const compareRevision: ResourceHandler<'GET /configuration/revisions/:revision/difference'> = async (
  context,
) => {
  const { revision = '' } = context.params
  const to = context.query.get('to') ?? undefined
  return { patch: await requestDocuments(context, { do: 'compare', revision, to }, 'patch') }
}

/** Plans only: the changes are shown and saved as every other change of documents is. */
export const planRollback: ResourceHandler<'POST /configuration/revisions/:revision/rollback'> = async (context) => {
  const { revision = '' } = context.params
  return { changes: await requestDocuments(context, { do: 'rollback', revision }, 'changes') }
}
