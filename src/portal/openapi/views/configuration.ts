/** Schemas of the responses about documents of the gateway. */
import type {
  ConfigurationDocument,
  ConfigurationList,
  DocumentChange,
  DocumentPreview,
  DocumentProblemView,
  DocumentReferenceView,
  DocumentSummary,
  ImportedApiView,
  SignInTestView,
} from '../../rest/configuration.ts'
import { anyObject, flag, list, number, object, refer, text, view } from './schema-parts.ts'

export const configurationViews = {
  ConfigurationList: view<ConfigurationList>(
    {
      documents: list(refer('DocumentSummary')),
      isWritable: {
        ...flag,
        description: 'Whether documents can be written; otherwise the portal offers changes as patches.',
      },
    },
    {
      undo: {
        ...object({ file: text, by: text, at: text }),
        description: 'The latest change that can be undone; absent when there is none.',
      },
    },
  ),
  DocumentSummary: view<DocumentSummary>(
    {
      file: { ...text, description: 'The path relative to the configuration folder.' },
      kind: text,
      name: { ...text, description: 'The name by which other documents refer to it.' },
      title: text,
    },
    {
      version: text,
      catalog: { ...text, description: 'The folder of the catalog to which the document belongs.' },
      plans: { ...list(text), description: 'The plans of a product.' },
      scopes: { ...list(text), description: 'The scopes of an OAuth provider.' },
    },
  ),
  ConfigurationDocument: view<ConfigurationDocument>({
    file: { ...text, description: 'The path relative to the configuration folder.' },
    text: text,
    revision: { ...text, description: 'Identifies the text; a save names the revision that it changes.' },
    isWritable: flag,
    kind: text,
    schema: { ...anyObject, description: 'The JSON Schema (draft 7) of the kind.' },
    form: { ...anyObject, description: 'The groups of the form and the titles of its fields.' },
    references: {
      ...list(object({ path: list(text), to: list(text) })),
      description:
        'The members that name other documents: their path, with `*` and `**` for any step, and the kinds of the target.',
    },
  }),
  DocumentPreview: view<DocumentPreview>({
    problems: list(refer('DocumentProblemView')),
    changes: {
      ...list(object({ text: text, applications: list(text) })),
      description:
        'The changes that callers, users or operators would notice, as sentences, with the applications that they touch.',
    },
    patch: { ...text, description: 'The difference in the unified format, which `git apply` reads.' },
  }),
  DocumentProblemView: view<DocumentProblemView>({
    severity: { enum: ['error', 'warning'] },
    file: text,
    line: number,
    column: number,
    message: text,
  }),
  DocumentReferenceView: view<DocumentReferenceView>({
    file: text,
    path: { ...text, description: 'The path of the member, such as `api_user_registries.0`.' },
  }),
  DocumentChange: view<DocumentChange>({
    revision: { type: ['string', 'null'] },
    file: text,
    text: { type: ['string', 'null'] },
  }),
  ImportedApiView: view<ImportedApiView>({
    changes: list(refer('DocumentChange')),
    notes: { ...list(text), description: 'What the import changed or left out, as sentences.' },
    files: list(
      object({
        ...{ path: text, outcome: { enum: ['api', 'part', 'unused', 'rejected'] } },
        message: { ...text, description: 'What continues the path to a sentence.' },
      }),
    ),
  }),
  SignInTestView: view<SignInTestView>({
    outcome: { enum: ['accepted', 'rejected', 'unavailable', 'invalid'] },
    steps: {
      ...list(text),
      description: 'What the registry did, in order, such as the URL that responded with a status.',
    },
    message: { ...text, description: 'The result in one sentence.' },
  }),
}
