/** The revisions of documents that a gateway has used. */
export {
  type DocumentTexts,
  digestTexts,
  type KeptRevision,
  keepRevision,
  listRevisions,
  readDocumentTexts,
  readRevision,
  type UsedRevision,
} from './kept-revisions.ts'
