/** The documents of the gateway, for owners who may change them. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { declareResources, query } from '../../../../shared/rest/resource.ts'
import { body, flag, limitedText, list, number, text, view } from '../../../../shared/rest/shapes.ts'
import { nameSchema } from './applications.ts'

const mebibyte = 1024 * 1024

/** The path of a document in a request body. */
export const filePath = limitedText('the path of a document,', 512, { minLength: 1 })

export type DocumentSummary = Static<typeof DocumentSummary>
export const DocumentSummary = view('DocumentSummary', {
  file: text('The path relative to the configuration folder.'),
  kind: text(),
  name: text('The name by which other documents refer to it.'),
  title: text(),
  version: Type.Optional(text()),
  catalog: Type.Optional(text('The folder of the catalog to which the document belongs.')),
  plans: Type.Optional(list(text(), 'The plans of a product.')),
  scopes: Type.Optional(list(text(), 'The scopes of an OAuth provider.')),
  state: Type.Optional(text('The state of a product or an application, such as `staged`.')),
  usedBy: Type.Optional(number('The number of documents that name it.')),
  changedAt: Type.Optional(text('When its file was changed last.')),
})

export type ConfigurationList = Static<typeof ConfigurationList>
export const ConfigurationList = view('ConfigurationList', {
  documents: list(DocumentSummary),
  isWritable: flag('Whether documents can be written; otherwise the portal offers changes as patches.'),
  undo: Type.Optional(
    Type.Object(
      { file: text(), by: text(), at: text() },
      { description: 'The latest change that can be undone; absent when there is none.' },
    ),
  ),
})

export type ConfigurationDocument = Static<typeof ConfigurationDocument>
export const ConfigurationDocument = view('ConfigurationDocument', {
  kind: text(),
  schema: Type.Object({}, { additionalProperties: true, description: 'The JSON Schema (draft 7) of the kind.' }),
  references: Type.Unsafe<readonly { readonly path: readonly string[]; readonly to: readonly string[] }[]>(
    list(
      Type.Object({ path: list(text()), to: list(text()) }),
      'The members that name other documents: their path, with `*` and `**` for any step, and the kinds of the target.',
    ),
  ),
  file: text('The path relative to the configuration folder.'),
  text: text(),
  revision: text('Identifies the text; a save names the revision that it changes.'),
  isWritable: flag(),
})

export type DocumentReferenceView = Static<typeof DocumentReferenceView>
export const DocumentReferenceView = view(
  'DocumentReferenceView',
  { file: text(), path: text('The path of the member, such as `api_user_registries.0`.') },
  'A member of a document that names another document.',
)

const DocumentProblemView = view('DocumentProblemView', {
  severity: Type.Enum(['error', 'warning']),
  file: text(),
  line: number(),
  column: number(),
  message: text(),
})

export type DocumentPreview = Static<typeof DocumentPreview>
export const DocumentPreview = view(
  'DocumentPreview',
  {
    problems: list(DocumentProblemView),
    changes: list(
      Type.Object({ text: text(), applications: list(text()) }),
      'The changes that callers, users or operators would notice, as sentences, with the applications that they touch.',
    ),
    effects: text('Identifies `changes`: a save that names it is refused when the change does anything else by then.'),
    patch: text('The difference in the unified format, which `git apply` reads.'),
  },
  'What a change of documents would do.',
)

const changedText = {
  file: filePath,
  text: Type.Union([Type.String({ maxLength: 4 * mebibyte }), Type.Null()], {
    'x-words': 'the text of the document, of up to 4 MiB, or null to remove it',
  }),
}

export type PreviewDocumentRequest = Static<typeof PreviewDocumentRequest>
export const PreviewDocumentRequest = body('PreviewDocumentRequest', changedText)

export type DocumentChange = Static<typeof DocumentChange>
export const DocumentChange = body('DocumentChange', {
  ...changedText,
  revision: Type.Union([Type.String(), Type.Null()], {
    'x-words': 'the revision of the text that was changed, or null for a new document',
  }),
})

const effects = Type.Optional(limitedText('the effects of the preview that was looked at,', 64))
const severalChanges = { minItems: 1, maxItems: 100, 'x-words': 'a list of up to 100 changes' }
const PreviewChangesRequest = body('PreviewChangesRequest', {
  changes: Type.Array(PreviewDocumentRequest, severalChanges),
})
const SaveChangesRequest = body('SaveChangesRequest', { changes: Type.Array(DocumentChange, severalChanges), effects })
/** Changes that are planned, and not made yet. */
export const PlannedChangesView = view('PlannedChangesView', { changes: list(DocumentChange) })
const SavedView = view('SavedView', { file: text() })

export type PlanVersionsRequest = Static<typeof PlanVersionsRequest>
const PlanVersionsRequest = body('PlanVersionsRequest', {
  file: filePath,
  action: Type.Enum(['supersede', 'replace', 'retire'], {
    'x-words':
      'supersede, which moves no subscription, replace, which moves them, or retire, which has no next version',
  }),
  next: Type.Optional(filePath),
  plans: Type.Optional(
    Type.Array(Type.String({ maxLength: 256, 'x-words': 'OLD=NEW of up to 256 characters' }), {
      maxItems: 100,
      'x-words': 'a list of up to 100 plans that have another name in the next version, as OLD=NEW',
    }),
  ),
})

const file = query('file', 'The path of the document below the configuration folder.', text(), true)

export const configurationResources = declareResources('configuration', {
  'GET /configuration': { id: 'listDocuments', summary: 'List the documents', response: ConfigurationList },
  'GET /configuration/document': {
    id: 'showDocument',
    summary: 'Show a document',
    parameters: [file],
    response: ConfigurationDocument,
  },
  'POST /configuration/preview': {
    id: 'previewDocument',
    summary: 'Show what a change would do',
    body: PreviewDocumentRequest,
    maxBodyBytes: 8 * mebibyte,
    response: DocumentPreview,
  },
  'PUT /configuration/document': {
    id: 'saveDocument',
    summary: 'Add, change or remove a document',
    body: body('SaveDocumentRequest', { ...DocumentChange.properties, effects }),
    maxBodyBytes: 8 * mebibyte,
    response: SavedView,
  },
  'GET /configuration/references': {
    id: 'listReferences',
    summary: 'List the references to a document',
    parameters: [file],
    response: list(DocumentReferenceView),
  },
  'POST /configuration/rename': {
    id: 'planRename',
    summary: 'Show the changes that rename a document and the references to it',
    body: body('RenameDocumentRequest', { file: filePath, name: nameSchema }),
    response: PlannedChangesView,
  },
  'POST /configuration/versions': {
    id: 'planVersions',
    summary: 'Show the changes with which a version of a product takes the place of another, or ends',
    body: PlanVersionsRequest,
    response: PlannedChangesView,
  },
  'POST /configuration/changes/preview': {
    id: 'previewChanges',
    summary: 'Show what several changes would do',
    body: PreviewChangesRequest,
    maxBodyBytes: 8 * mebibyte,
    response: DocumentPreview,
  },
  'POST /configuration/changes': {
    id: 'saveChanges',
    summary: 'Make several changes, or none',
    body: SaveChangesRequest,
    maxBodyBytes: 8 * mebibyte,
    response: SavedView,
  },
  'POST /configuration/undo': { id: 'undoChange', summary: 'Undo the latest change', response: SavedView },
})
