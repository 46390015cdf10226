/** Finds the steps within the settings of a policy, for the picture of an assembly. */
import { isJsonObject, type JsonObject } from '../../../../lib/collections/json-object.ts'
import { t } from '../../../../ui/text/t.ts'
import type { ValuePath } from '../schema/path-pattern.ts'

export interface Branch {
  /** When the steps run: a condition, or the operations. */
  label: string
  /** The path of the list of steps, from the settings of the policy. */
  path: ValuePath
  steps: readonly unknown[]
}

/** Returns the branches of `if`, `switch` and `operation-switch`, and of clauses of `catch`. */
export function listBranches(settings: unknown): Branch[] {
  if (!isJsonObject(settings)) return []
  const { execute, otherwise, case: cases } = settings
  const branch = (label: string, path: ValuePath, steps: unknown) =>
    Array.isArray(steps) ? [{ label, path, steps }] : []
  return [
    ...branch(describeCondition(settings), ['execute'], execute),
    ...(Array.isArray(cases) ? cases : []).flatMap((each, index) =>
      isJsonObject(each)
        ? [
            ...branch(describeCondition(each), ['case', index, 'execute'], each.execute),
            ...branch(t('otherwise'), ['case', index, 'otherwise'], each.otherwise),
          ]
        : [],
    ),
    ...branch(t('otherwise'), ['otherwise'], otherwise),
  ]
}

function describeCondition({ condition, operations, errors }: JsonObject): string {
  if (typeof condition === 'string') return condition
  if (Array.isArray(errors)) return errors.join(', ')
  if (!Array.isArray(operations)) return ''
  return operations
    .map((each) => (isJsonObject(each) ? `${String(each.verb).toUpperCase()} ${String(each.path)}` : String(each)))
    .join(', ')
}
