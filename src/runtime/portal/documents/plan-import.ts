/** Plans the changes that add APIs from OpenAPI files, and their scopes to the OAuth provider that protects them. */
import { editYaml } from '../../../lib/yaml/edit-yaml.ts'
import type { DocumentChange, ImportApiRequest, ImportedApiView } from '../../../portal/index.ts'
import type { ApiImport } from '../../messages.ts'
import { type DocumentFiles, revisionOf } from './document-files.ts'
import { DocumentRequestError, rejectWithMessage } from './document-request-error.ts'

/** Rejects with `DocumentRequestError` when no file can be imported. */
export async function planImport(
  request: ImportApiRequest,
  { importApis }: { importApis(request: ImportApiRequest): Promise<ApiImport> },
  files: DocumentFiles,
): Promise<ImportedApiView> {
  const imported = await importApis(request).catch(rejectWithMessage)
  const { documents, provider } = imported
  if (documents.length === 0) {
    const problems = imported.files.map(({ path, message }) => `${path}: ${message}`)
    throw new DocumentRequestError('wrong_document', problems.join('\n'))
  }
  const changes = await Promise.all(documents.map(({ file, text }) => changeOf(file, () => text)))
  const replaced = changes.filter(({ revision }) => revision !== null)
  if (provider.missingScopes.size > 0)
    changes.push(await changeOf(provider.file, (before) => addScopes(before, provider.missingScopes)))
  return {
    changes,
    notes: [
      ...replaced.map(({ file }) => `${file} exists already: its text is replaced.`),
      ...documents.flatMap(({ notes }) => notes),
    ],
    files: imported.files,
  }

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
