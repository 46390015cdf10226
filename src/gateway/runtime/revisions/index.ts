/** The revisions of documents that a gateway has used. */
export {
  compareRevisions,
  findRevision,
  planRollback,
  type RevisionPlace,
  type Rollback,
  renderPatch,
} from './compare-revisions.ts'
export {
  type KeptRevision,
  keepRevision,
  listRevisions,
  readDocumentTexts,
  readRevision,
  type UsedRevision,
} from './kept-revisions.ts'
