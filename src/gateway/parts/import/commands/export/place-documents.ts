/** Finds the place of each document of an export in the configuration folder, and lets products refer to it. */
import { posix } from 'node:path'
import type { DocumentOverlay } from '../../../../config/index.ts'
import { addYamlItem, parseYamlTree, setYamlValue } from '../../../../lib/yaml/yaml-text.ts'
import { renderImportedApi } from '../../engine/index.ts'
import { readOpenApi } from '../read-openapi.ts'
import type { ExportedDocument, ExportedKind, SkippedFile } from './read-export.ts'

export interface PlacedDocument extends ExportedDocument {
  /** The path in the configuration folder. */
  file: string
}

const members: Partial<Record<ExportedKind, string>> = {
  'OAuth provider': 'oauth_providers',
  'user registry': 'api_user_registries',
  'TLS profile': 'tls_client_profiles',
}

/**
 * Returns the documents with their places, and those whose place another one has. APIs and products of one file name
 * keep their folders; a document that an export has twice is placed once.
 */
export function placeDocuments(documents: readonly ExportedDocument[], catalogFolder: string) {
  const placed = new Map<string, PlacedDocument>()
  const skipped: SkippedFile[] = []
  for (const each of documents) {
    const folder = each.kind === 'API' ? 'apis' : each.kind === 'product' ? `${catalogFolder}/products` : 'providers'
    const base = posix.basename(each.source)
    const others = documents.filter(({ kind, source }) => kind === each.kind && posix.basename(source) === base)
    if (others.find(({ text }) => text === each.text) !== each) continue
    const isAlone = folder === 'providers' || others.every(({ text }) => text === each.text)
    const file = `${folder}/${(isAlone ? base : each.source).replaceAll(/[^\w./-]+/g, '-')}`
    const other = placed.get(file)
    if (other) skipped.push({ source: each.source, reason: `has the name of ${other.source}: rename one of the files` })
    else placed.set(file, { ...each, file })
  }
  return { placed: [...placed.values()], skipped }
}

/** Returns the text as it is written: products refer to the new places, and APIs have what they refer to in them. */
export async function renderPlaced(
  document: PlacedDocument,
  all: readonly PlacedDocument[],
  exportFolder: string,
): Promise<string> {
  if (document.kind === 'API' && refersOutside(document.value)) {
    const location = posix.join(exportFolder, document.source)
    const { document: whole } = await readOpenApi({ location, allowOutside: false, allowUrls: false })
    return renderImportedApi(whole as Record<string, unknown>)
  }
  return document.kind === 'product' ? renderProduct(document, all) : document.text
}

function refersOutside(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { $ref: reference } = value as { $ref?: unknown }
  return (typeof reference === 'string' && !reference.startsWith('#')) || Object.values(value).some(refersOutside)
}

function renderProduct({ source, file, text, value }: PlacedDocument, all: readonly PlacedDocument[]): string {
  let rendered = text
  for (const [key, api] of Object.entries((value.apis ?? {}) as Record<string, { $ref?: unknown } | null>)) {
    if (typeof api?.$ref !== 'string') continue
    const meant = posix.normalize(posix.join(posix.dirname(source), api.$ref))
    const name = posix.basename(meant)
    const target = all.find((each) => each.source === meant) ?? all.find((each) => posix.basename(each.source) === name)
    if (target?.kind !== 'API') continue
    rendered = setYamlValue(rendered, ['apis', key, '$ref'], posix.relative(posix.dirname(file), target.file))
  }
  return rendered
}

/** Returns the catalog with the imported providers, registries and TLS profiles enabled. */
export function enableInCatalog(file: string, text: string, documents: readonly PlacedDocument[]): DocumentOverlay {
  let rendered = text
  for (const { kind, value } of documents) {
    const member = members[kind]
    if (member === undefined || typeof value.name !== 'string') continue
    const known = (parseYamlTree(rendered).toJS()?.[member] ?? []) as unknown[]
    if (!known.includes(value.name)) rendered = addYamlItem(rendered, [member], value.name)
  }
  return { file, text: rendered }
}
