/** Makes an API document from an OpenAPI file that an owner has chosen in the browser. */
import {
  buildImportProvider,
  bundleDocument,
  importApi,
  renderImportedApi,
} from '../../../config/import/index.ts'
import type { Catalog } from '../../../config/types/index.ts'
import type { ImportApiRequest } from '../../../portal/index.ts'
import { loadDocuments } from '../../documents/open-documents.ts'
import type { ApiImport, DocumentFolder } from '../../messages.ts'

/** The name of the file in messages. */
const location = 'file:///openapi'

/**
 * Returns the API document, which is not written. Rejects with an error for the user when the file cannot be imported:
 * `$ref` must not name other files, because a browser sends one file only.
 */
export async function importApiDocument(request: DocumentFolder & ImportApiRequest): Promise<ApiImport> {
  const { folder, environment, text, name, upstream } = request
  const { config, readable } = await loadDocuments({ configFolder: folder, environment }, { sandbox: true })
  const catalog = (config ?? readable)?.catalogs.find(({ location: { file } }) => file === request.catalog)
  if (!catalog) throw new Error(`there is no catalog ${request.catalog}`)
  const provider = findProvider(catalog, request.provider)

  const { document, source } = await bundleDocument(location, {
    read: async (each) => {
      if (each !== location) throw new Error(`${each} is not part of the file`)
      return text
    },
    findRefusal: () => 'names another file: bundle the files into one first, or use "sluice import"',
  })
  const api = importApi(document, source, {
    ...{ name, upstream, basePath: undefined, server: undefined, variables: new Map() },
    ...{ provider: buildImportProvider(catalog, provider), registry: undefined, scope: undefined },
  })
  return {
    file: `apis/${api.name}.yaml`,
    text: renderImportedApi(api.document),
    provider: {
      file: provider.location.file,
      missingScopes: new Map([...api.scopes].filter(([scope]) => !provider.scopes.has(scope))),
    },
    notes: api.notes.map(({ line, message }) => `Line ${line}: ${message}.`),
  }
}

function findProvider(catalog: Catalog, name: string) {
  const all = [...catalog.providers.values(), ...(catalog.thirdParties?.values() ?? [])]
  const found = all.find((each) => each.name === name)
  if (found) return found
  const names = all.map((each) => each.name).join(', ') || 'none'
  throw new Error(`the catalog has no OAuth provider "${name}"; it has ${names}`)
}
