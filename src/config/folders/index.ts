/**
 * The folders of documents, below the configuration folder. This module imports nothing, because the primary uses it
 * and loads no documents itself.
 */

/** What each folder holds, for error texts. */
export const folderContents = {
  providers: 'user registries, OAuth providers and TLS client profiles',
  catalogs: 'one folder for each catalog',
  apis: 'OpenAPI documents',
} as const

export const documentFolders: readonly string[] = Object.keys(folderContents)
