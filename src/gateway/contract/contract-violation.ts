/** What breaks a contract, and the element of the documents that says so. */
import type { SourceLocation } from '../../config/types/index.ts'

export interface ContractViolation {
  text: string
  place: SourceLocation
}
