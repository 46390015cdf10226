/**
 * Imported into the measured processes: writes the time that a process has spent on garbage collection, in milliseconds, to a
 * file of its process and thread in the folder `BENCH_COLLECTIONS`. No flag of V8 is needed, which could change what is measured.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PerformanceObserver } from 'node:perf_hooks'
import { threadId } from 'node:worker_threads'

const file = join(process.env.BENCH_COLLECTIONS ?? '.', `${process.pid}-${threadId}`)
let totalMs = 0

new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) totalMs += duration
}).observe({ entryTypes: ['gc'] })
setInterval(() => {
  writeFileSync(`${file}.new`, String(totalMs))
  renameSync(`${file}.new`, file) // a reader never sees an empty file
}, 200).unref()
