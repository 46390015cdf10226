/** Lists the facts of the notice that an API or a product will be turned off. */
import type { ApiDeprecation } from '../types/index.ts'
import type { ConfigFact } from './config-fact.ts'

export function* listDeprecationFacts(notice: ApiDeprecation | undefined): Iterable<ConfigFact> {
  for (const name of ['since', 'sunset', 'link'] as const) {
    const value = notice?.[name]
    if (value !== undefined) yield [`deprecation, ${name}`, value]
  }
}
