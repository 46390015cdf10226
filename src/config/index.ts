/**
 * Configuration: documents on disk -> one frozen, typed, cross-checked `Config`.
 *
 * It owns the shape of every document and the rules between documents. It knows no type of registry, security or
 * policy by name beyond what the rules between documents need: the tables of types are handed in.
 */
export { describeChanges } from './changes/describe.ts'
export {
  applicationFile,
  type KeptSecret,
  type NewApplication,
  type Overlap,
  renderApplication,
  secretToKeep,
  withNewestSecret,
  withoutSubscription,
  withRequestedPlan,
  withSecret,
  withSubscription,
} from './edit/application.ts'
export {
  addDocument,
  type ChangeFault,
  ChangeRefused,
  changeDocument,
  type EditTools,
  removeDocument,
} from './edit/change.ts'
export { withoutMember, withValue } from './edit/text.ts'
export { type Load, type LoadOptions, loadConfig, type OpenConfig, openConfig } from './load.ts'
export { loadSettled } from './load-settled.ts'
export { describeApi } from './openapi/description/describe.ts'
export { documentSchemas } from './schema/editor.ts'
export type { Instead } from './text/overlay.ts'
export { renderProblem, sortProblems } from './text/problems.ts'
export { withoutReferences } from './text/references.ts'
export type * from './types/index.ts'
