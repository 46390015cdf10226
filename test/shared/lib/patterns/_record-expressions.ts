/** A worker thread: reports the regular expressions that modules compute while they are loaded. */
import { parentPort, workerData } from 'node:worker_threads'

const found: [place: string, source: string, flags: string][] = []
globalThis.RegExp = new Proxy(RegExp, {
  construct(target, [source, flags = '']: [string, string?]) {
    const expression = new target(source, flags)
    if (typeof source === 'string') found.push(['computed', expression.source, expression.flags])
    return expression
  },
})

for (const module of workerData as string[]) await import(module)
parentPort?.postMessage(found)
