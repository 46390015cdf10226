/** Plans the changes that add an API from an OpenAPI file, and its scopes to the OAuth provider that protects it. */
import { editYaml } from '../../../lib/yaml/edit-yaml.ts'
import type { DocumentChange, ImportApiRequest, ImportedApiView } from '../../../portal/index.ts'
import type { ApiImport } from '../../messages.ts'
import { type DocumentFiles, revisionOf } from './document-files.ts'
import { rejectWithMessage } from './document-request-error.ts'

/** Rejects with `DocumentRequestError` when the file cannot be imported. */
export async function planImport(
  request: ImportApiRequest,
  { importApi }: { importApi(request: ImportApiRequest): Promise<ApiImport> },
  files: DocumentFiles,
): Promise<ImportedApiView> {
  const { file, text, provider, notes } = await importApi(request).catch(rejectWithMessage)
  const changes = [await changeOf(file, () => text)]
  if (provider.missingScopes.size > 0)
    changes.push(await changeOf(provider.file, (before) => addScopes(before, provider.missingScopes)))
  const isReplaced = changes[0]?.revision !== null
  return { changes, notes: isReplaced ? [`${file} exists already: its text is replaced.`, ...notes] : notes }

  async function changeOf(path: string, change: (before: string) => string): Promise<DocumentChange> {
    const before = await files.readText(path)
    return { file: path, text: change(before ?? ''), revision: revisionOf(before) }
  }
}

function addScopes(text: string, scopes: ReadonlyMap<string, string>): string {
  return editYaml(
    text,
    [...scopes].map(([name, value]) => ({ do: 'set', path: ['scopes', name], value })),
  )
}
