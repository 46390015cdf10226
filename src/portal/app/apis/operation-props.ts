import type { ApiView, OperationView } from '../../rest/index.ts'

/** The props of the components that show one operation of an API. */
export interface OperationProps {
  api: ApiView
  operation: OperationView
}
