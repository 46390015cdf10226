/** How far the tokens of an application, a plan or the users of a registry go, within what the provider gives. */
import type { TokenCeiling } from '../../lib/access/token-ceiling.ts'
import type { SourceLocation } from './source-location.ts'

export interface LocatedTokenCeiling extends TokenCeiling {
  place: SourceLocation
}
