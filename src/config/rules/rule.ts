/** A rule that documents keep towards each other, checked once for each catalog. */

import type { PublishedCatalog } from '../publish/publish-catalog.ts'
import type { ProblemList } from '../text/problem-list.ts'

export interface RuleOptions {
  /** The documents are those of the sandbox: credentials that everyone knows are fine. */
  sandbox: boolean
}

export type CatalogRule = (published: PublishedCatalog, problems: ProblemList, options: RuleOptions) => void
