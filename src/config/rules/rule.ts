/** A rule that documents keep towards each other, checked once for each catalog. */

import type { Published } from '../publish/publish.ts'
import type { Problems } from '../text/problems.ts'

export interface RuleOptions {
  /** The documents are those of the sandbox: credentials that everyone knows are fine. */
  sandbox: boolean
}

export type Rule = (published: Published, problems: Problems, options: RuleOptions) => void
