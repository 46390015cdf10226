/** Defines a rule between documents, which is checked once for each catalog. */
import type { PublishedCatalog } from '../publish/publish-catalog.ts'
import type { ProblemList } from '../text/problem-list.ts'

export type CatalogRule = (published: PublishedCatalog, problems: ProblemList) => void
