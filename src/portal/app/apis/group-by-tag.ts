/** Groups operations by their first tag. Operations without a tag come first. */
import type { OperationView } from '../../rest/index.ts'

export function groupByTag(operations: readonly OperationView[]): [tag: string, OperationView[]][] {
  const groups = Map.groupBy(operations, ({ tags }) => tags[0] ?? '')
  return [...groups].sort(([a], [b]) => Number(b === '') - Number(a === ''))
}
