/**
 * Import of OpenAPI files that were not written for this gateway: OpenAPI 3 and Swagger 2, as they are published.
 *
 * It has two steps. `bundleDocument` reads a file and puts everything in it that `$ref` names in other files.
 * `importApi` turns the result into an API document of this gateway, and lists what it changed and what it cannot keep.
 */
export { buildImportProvider } from './build-import-provider.ts'
export { bundleDocument } from './bundle/bundle-document.ts'
export { BundleError } from './bundle/bundle-source.ts'
export { importApi } from './import-api.ts'
export {
  commandWords,
  ImportError,
  type ImportedApi,
  type ImportNote,
  type ImportOptions,
  initWords,
  portalWords,
} from './import-types.ts'
export { listRelatedEdits } from './related-edits.ts'
export { renderImportedApi } from './render-imported-api.ts'
export {
  addCredentialToApi,
  buildUpstreamCredential,
  credentialKinds,
  enableTlsProfile,
  findCredentialError,
  findUrlError,
  listCredentialParts,
  presetCredentialPart,
  renderTlsProfile,
  type UpstreamCredential,
} from './upstream-credential.ts'
