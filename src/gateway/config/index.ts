/**
 * Configuration: loads the documents on disk into one frozen, typed, cross-checked `Config`. It owns the shape of every
 * document and the rules between documents; the caller passes the tables of registry, security and policy types.
 */
export type { ConfigChange } from './changes/describe-changes.ts'
export { describeChanges } from './changes/describe-changes.ts'
export { type Differences, listDifferences, renderDifferences } from './differences/list-differences.ts'
export { findDocumentKind, findKind } from './documents/index.ts'
export {
  type ApplicationSettings,
  addCredential,
  addNewSecret,
  applicationFilePath,
  type NewApplication,
  type RetainedSecret,
  removeCredential,
  removeOldSecrets,
  removeSubscription,
  renderApplication,
  type SecretOverlap,
  selectRetainedSecret,
  setApplicationSettings,
  setRequestedPlan,
  setSubscription,
} from './edit/application-text.ts'
export {
  countUses,
  findReferences,
  referenceNames,
  renameDocument,
  renameReferences,
} from './edit/document-references.ts'
export {
  type DocumentStorage,
  exchangeText,
  openFileStorage,
  prepareUndo,
  type TextExchange,
} from './edit/document-storage.ts'
export {
  addDocument,
  changeDocument,
  DocumentEditError,
  type DocumentEditErrorReason,
  type EditDeps,
  removeDocument,
} from './edit/edit-document.ts'
export { findForeignFile } from './edit/foreign-files.ts'
export { type DocumentOutline, outlineDocument } from './edit/outline-document.ts'
export { type ProductVersionChange, planProductVersion, type VersionAction } from './edit/product-versions.ts'
export { policyFolder } from './folders/index.ts'
export {
  type ConfigLoader,
  type LoadConfig,
  type LoadOptions,
  loadConfig,
  openConfigLoader,
} from './load/config-loader.ts'
export { buildEditorSchemas } from './load/editor-schemas.ts'
export { type CheckedFile, readFileBySchema } from './load/read-file-by-schema.ts'
export { describeApi } from './openapi/description/describe-api.ts'
export { readPublicOpenApi } from './openapi/description/read-public-openapi.ts'
export { findSchemaError } from './schema/compile-validator.ts'
export { type DocumentLocation, findDocuments, locateDocument } from './text/find-documents.ts'
export type { DocumentOverlay } from './text/overlay.ts'
export { ProblemList, renderProblem, renderProblems, sortProblems } from './text/problem-list.ts'
export { escapeReferences, nameSecret } from './text/references.ts'
export type * from './types/index.ts'
