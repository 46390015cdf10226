/** Defines a rule between documents, which is checked once for each catalog. */
import type { PublishedCatalog } from '../publish/publish-catalog.ts'
import type { ProblemList } from '../text/problem-list.ts'

export interface RuleOptions {
  /** Whether the documents are those of the sandbox, whose well-known credentials cause no warning. */
  sandbox: boolean
}

export type CatalogRule = (published: PublishedCatalog, problems: ProblemList, options: RuleOptions) => void
