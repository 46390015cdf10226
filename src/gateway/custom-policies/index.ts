/** Policies that files beside the documents export. */
export { findLoadedPolicy, loadPolicies, loadPolicy, PolicyFileError, removeTypes } from './load-policies.ts'
