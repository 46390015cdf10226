import { isDeepStrictEqual } from 'node:util'
import type { ExecutionContext } from 'ava'
import { eventually } from './eventually.ts'

/** Asserts what a page shows after an input, which takes a moment. `read` must not change the page. */
export async function shows<T>(t: ExecutionContext, read: () => Promise<T>, expected: T): Promise<void> {
  await eventually(async () => isDeepStrictEqual(await read(), expected) || undefined)
  t.deepEqual(await read(), expected)
}
