/**
 * A catalog folder -> the catalog: names become the things that they stand for.
 */
import type { CatalogDocument, CatalogFolder, Documents, FromDocument } from '../documents/documents.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { Problems } from '../text/problems.ts'
import type { Source } from '../text/source.ts'
import { instead } from '../text/wording.ts'
import type { Catalog, ProviderSettings, ThirdPartyProvider } from '../types/index.ts'
import { publishApi } from './publish-api.ts'
import { publishProduct } from './publish-product.ts'

/** A catalog with the documents behind its parts, so that rules can name the place of every detail. */
export interface Published {
  catalog: Catalog
  source: Source
  folder: CatalogFolder
  documents: Documents
  /** The documents of `catalog.apis`, in the same order. */
  apis: readonly FromDocument<ApiDocument>[]
}

/** The catalog of a folder. Names that stand for nothing become problems, and what they name is left out. */
export function publish(
  folder: CatalogFolder & { catalog: FromDocument<CatalogDocument> },
  documents: Documents,
  problems: Problems,
): Published {
  const { part, source } = folder.catalog
  const apis = new Map<string, FromDocument<ApiDocument>>()
  const products = folder.products.map((product) => publishProduct(product, documents, apis, problems))
  const enabled = <T>(
    member: string,
    kind: string,
    names: readonly string[],
    all: Map<string, FromDocument<T>>,
  ) => enabledParts({ member, kind, names, all, documents, source, problems })

  const anyProvider = new Map<string, FromDocument<ProviderSettings | ThirdPartyProvider>>([
    ...documents.providers,
    ...documents.thirdParties,
  ])
  const providers = enabled('oauth_providers', 'OAuth provider', part.providers, anyProvider)

  const catalog: Catalog = {
    org: part.org,
    name: part.name,
    title: part.title,
    path: `/${part.org}/${part.name}`,
    registries: enabled('api_user_registries', 'user registry', part.registries, documents.registries),
    providers: new Map(
      [...providers].flatMap(([name, each]) => ('verification' in each ? [] : [[name, each]])),
    ),
    thirdParties: new Map(
      [...providers].flatMap(([name, each]) => ('verification' in each ? [[name, each]] : [])),
    ),
    tlsProfiles: enabled(
      'tls_client_profiles',
      'TLS client profile',
      part.tlsProfiles,
      documents.tlsProfiles,
    ),
    products,
    apis: [...apis.values()].map((each) => publishApi(each.part, part, source)),
    applications: folder.applications.map((each) => each.part),
    ...(part.portal && { portal: part.portal }),
    place: part.place,
  }
  for (const [index, name] of part.offline.entries()) {
    if (apis.has(name) || documents.isBroken('api', 'API', name)) continue
    const meant = instead(name, [...apis.keys()], 'its APIs are')
    problems.error(source.place(['offline_apis', index]), `the catalog has no API "${name}"${meant}`)
  }
  return { catalog, source, folder, documents, apis: [...apis.values()] }
}

interface Enabling<T> {
  member: string
  kind: string
  names: readonly string[]
  all: ReadonlyMap<string, FromDocument<T>>
  documents: Documents
  source: Source
  problems: Problems
}

/** The parts that a list of names enables. A TLS profile may be named with its version, `mq-web:1.0.0`. */
function enabledParts<T>({
  member,
  kind,
  names,
  all,
  documents,
  source,
  problems,
}: Enabling<T>): Map<string, T> {
  const parts = new Map<string, T>()
  for (const [index, written] of names.entries()) {
    const [name = '', version] = written.split(':')
    const found = all.get(name)
    const its = (found?.part as { version?: string } | undefined)?.version
    if (found && (version === undefined || version === its || found.source.isGap(['version']))) {
      parts.set(name, found.part)
      continue
    }
    if (!found && documents.isBroken('provider', kind, name)) continue

    documents.unresolved.add(kind)
    const known = [...all.keys()]
    const meant = found ? ` - its version is ${its}` : instead(name, known, 'there are')
    problems.error(
      source.place([member, index]),
      `${member}[${index}] names no ${kind}: "${source.shown([member, index])}"${meant}`,
    )
  }
  return parts
}
