/** The revisions of the documents that the gateway has used, for owners who may change documents. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { declareResources, query } from '../../../../shared/rest/resource.ts'
import { list, text, view } from '../../../../shared/rest/shapes.ts'
import { PlannedChangesView } from './configuration.ts'

const members = {
  revision: text('The name, which log lines, spans and metrics have as well.'),
  at: text('When the gateway began to use it.'),
  author: Type.Optional(text('The author and the commit, where the documents were committed to git.')),
  by: Type.Optional(text('The user of the portal who made the change.')),
  changes: list(text(), 'What callers, users and operators could notice, as sentences.'),
}

export type RevisionView = Static<typeof RevisionView>
export const RevisionView = view('RevisionView', members)

export type RevisionDetails = Static<typeof RevisionDetails>
export const RevisionDetails = view('RevisionDetails', {
  ...members,
  previous: Type.Optional(text('The revision that was in use before.')),
  isInUse: Type.Boolean({ description: 'Whether the gateway uses it now.' }),
  files: list(text(), 'The paths of its documents.'),
})

const file = query('file', 'The path of the document below the configuration folder.', text(), true)

export const revisionResources = declareResources('configuration', {
  'GET /configuration/revisions': {
    id: 'listRevisions',
    summary: 'List the revisions that the gateway has used, newest first',
    response: list(RevisionView),
  },
  'GET /configuration/revisions/:revision': {
    id: 'showRevision',
    summary: 'Show a revision by its name or by a time',
    response: RevisionDetails,
  },
  'GET /configuration/revisions/:revision/document': {
    id: 'showRevisionText',
    summary: 'Show a document of a revision',
    parameters: [file],
    response: view('RevisionText', { text: text() }),
  },
  'GET /configuration/revisions/:revision/difference': {
    id: 'compareRevision',
    summary: 'Compare a revision with another one',
    parameters: [query('to', 'The other revision; the documents on disk if absent.')],
    response: view('RevisionDifference', { patch: text('The difference in the unified format.') }),
  },
  'POST /configuration/revisions/:revision/rollback': {
    id: 'planRollback',
    summary: 'Show the changes that write the documents of a revision again',
    response: PlannedChangesView,
  },
})
