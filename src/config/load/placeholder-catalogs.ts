/**
 * Adds a catalog where the document of a catalog folder is missing or invalid, so that its products and
 * applications are still checked. The placeholder enables everything.
 */
import type { NameReference } from '../document-set/api-document.ts'
import type { CatalogDocument, DocumentSet } from '../document-set/document-set.ts'
import type { DocumentLocation } from '../text/find-documents.ts'
import { ParsedDocument } from '../text/parsed-document.ts'

/** Adds a placeholder for each catalog folder without a readable catalog document. */
export function addPlaceholderCatalogs(files: readonly DocumentLocation[], documents: DocumentSet): void {
  for (const catalog of new Set(files.map((each) => each.catalog))) {
    if (catalog === '') continue
    const file = `catalogs/${catalog}/catalog.yaml`
    const folder = documents.folder(catalog)
    folder.catalog ??= {
      part: enablingAll(catalog, documents, file),
      source: ParsedDocument.unreadable(file),
    }
  }
}

function enablingAll(name: string, documents: DocumentSet, file: string): CatalogDocument {
  return {
    org: 'unknown',
    name,
    title: name,
    registries: referTo(documents.registries.keys()),
    providers: referTo([...documents.providers.keys(), ...documents.thirdParties.keys()]),
    tlsProfiles: referTo(documents.tlsProfiles.keys()),
    offline: [],
    properties: new Map(),
    portal: undefined,
    storesApplications: true, // no error about an application must be hidden
    location: { file, line: 1, column: 1, reported: true },
  }
}

function referTo(names: Iterable<string>): NameReference[] {
  return Array.from(names, (name) => ({ name, path: [] }))
}
