/**
 * A catalog whose document is missing or cannot be read: its products and applications are checked as if it enabled
 * everything.
 */
import type { CatalogDocument, Documents } from './documents/documents.ts'
import type { DocumentFile } from './text/files.ts'
import { Source } from './text/source.ts'

/** Gives each catalog folder without a readable document one that enables all there is. */
export function addUnreadableCatalogs(files: readonly DocumentFile[], documents: Documents): void {
  for (const catalog of new Set(files.map((each) => each.catalog))) {
    if (catalog === '') continue
    const file = `catalogs/${catalog}/catalog.yaml`
    const folder = documents.folder(catalog)
    folder.catalog ??= { part: enablingAll(catalog, documents, file), source: Source.unreadable(file) }
  }
}

function enablingAll(name: string, documents: Documents, file: string): CatalogDocument {
  return {
    org: 'unknown',
    name,
    title: name,
    registries: [...documents.registries.keys()],
    providers: [...documents.providers.keys(), ...documents.thirdParties.keys()],
    tlsProfiles: [...documents.tlsProfiles.keys()],
    offline: [],
    properties: new Map(),
    portal: undefined,
    place: { file, line: 1, column: 1, reported: true },
  }
}
