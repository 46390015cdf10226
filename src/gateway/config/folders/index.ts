/** The folders of documents. This module imports nothing: the primary uses it without loading documents. */

/** What each folder holds, for error texts. */
export const folderContents = {
  providers: 'user registries, OAuth providers and TLS client profiles',
  catalogs: 'one folder for each catalog',
  apis: 'OpenAPI documents',
} as const

/** The folder of the policies of the operator, which may be missing. */
export const policyFolder = 'policies'

export const documentFolders: readonly string[] = Object.keys(folderContents)

/** The folders whose changes are loaded. */
export const watchedFolders: readonly string[] = [...documentFolders, policyFolder]
