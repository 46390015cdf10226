/** Runs a full garbage collection, for tests of what must not outlive its use. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Collects after a turn of the event loop, because a `WeakRef` keeps its object until the end of the turn that made it. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  await new Promise(setImmediate)
  collect()
}
