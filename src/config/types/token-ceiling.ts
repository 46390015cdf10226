/**
 * Defines the limits of the scopes and lifetimes of tokens, which an application, a plan or a user registry sets
 * below those of the provider.
 */
import type { TokenCeiling } from '../../contract/access/token-ceiling.ts'
import type { SourceLocation } from './source-location.ts'

export interface LocatedTokenCeiling extends TokenCeiling {
  location: SourceLocation
}
