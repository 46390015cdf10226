/** Checks the conditions (`-tr`) under which a transfer starts. */
import { stat } from 'node:fs/promises'
import type { PathAccess } from '../files/path-access.ts'
import type { TransferCondition } from '../types/request.ts'

/** Returns a text about the first condition that does not hold, or undefined when all hold. */
export async function findUnmetCondition(
  conditions: readonly TransferCondition[],
  access: PathAccess,
): Promise<string | undefined> {
  for (const { type, paths, size = 0 } of conditions) {
    for (const name of paths) {
      const path = access.resolve(name)
      await access.check(path)
      const found = await stat(path).catch(() => undefined)
      const text = explain(type, path, size, found?.size)
      if (text !== undefined) return `BFGTR0076I: The transfer did not start: ${text}.`
    }
  }
  return undefined
}

function explain(
  type: TransferCondition['type'],
  path: string,
  size: number,
  found: number | undefined,
): string | undefined {
  if (type === 'notExists') return found === undefined ? undefined : `${path} exists`
  if (found === undefined) return `${path} does not exist`
  if (type === 'minSize' && found < size) return `${path} has ${found} bytes, and the condition needs ${size}`
  return undefined
}
