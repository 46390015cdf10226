/**
 * A violation of the contract of an API: a text for the caller, and the element of the documents that demands
 * otherwise.
 */
import type { SourceLocation } from '../../config/types/index.ts'

export interface ContractViolation {
  text: string
  location: SourceLocation
}
