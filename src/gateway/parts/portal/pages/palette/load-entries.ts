/** The entries of the command palette: pages, products, guides, applications and documents. */
import type { PaletteEntry } from '../../../../../shared/ui/forms/find-entries.ts'
import type { LoadPaletteEntries } from '../../../../../shared/ui/palette/palette-dialog.tsx'
import { buildHashLink } from '../../../../../shared/ui/routing/hash-path.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { SessionView } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'
import {
  buildApiLink,
  buildApplicationLink,
  buildDocumentLink,
  buildGuideLink,
  buildProductLink,
  findPageTitle,
  type PageRoute,
} from '../routing/page-route.ts'

export async function loadEntries(
  shown: readonly PageRoute['page'][],
  user: SessionView | undefined,
  ...[signal, showFirst]: Parameters<LoadPaletteEntries>
): Promise<readonly PaletteEntry[]> {
  const pages = shown.map((page) => ({
    title: findPageTitle({ page } as PageRoute),
    kind: t('page'),
    to: buildHashLink(page),
  }))
  showFirst(pages)
  const options = { signal }
  const [products, guides, applications, documents] = await Promise.all([
    requestResource('GET /products', {}, options),
    shown.includes('guides') ? requestResource('GET /guides', {}, options) : [],
    user ? requestResource('GET /applications', {}, options) : [],
    user?.editsDocuments ? requestResource('GET /configuration', {}, options).then((each) => each.documents) : [],
  ])
  return [
    ...pages,
    ...products.map(({ name, title }) => ({ title, kind: t('Product'), of: name, to: buildProductLink(name) })),
    ...products.flatMap(({ title: of, apis }) =>
      apis.map((api) => ({ title: api.title, kind: 'API', of, to: buildApiLink(`${api.name}:${api.version}`) })),
    ),
    ...guides.map(({ name, title }) => ({ title, kind: t('Guide'), to: buildGuideLink(name) })),
    ...applications.map(({ name, title }) => ({
      title,
      kind: t('Application'),
      of: name,
      to: buildApplicationLink(name),
    })),
    ...documents.map(({ file }) => ({ title: file, kind: t('Document'), to: buildDocumentLink(file) })),
  ]
}
