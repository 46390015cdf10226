/**
 * The tests that `npm run test:long` runs: ledgers under faults, fuzzing with many cases, every page of the browser faces.
 * `test/long/_support/run-long.ts` starts them.
 */
import base from './ava.config.js'
import { longest } from './test/long/_support/long-runs.ts'

export default {
  ...base,
  files: ['test/long/**/*.test.ts'],
  timeout: '10m',
  concurrency: 1,
  sortTestFiles: (a, b) => placeOf(a) - placeOf(b),
}

function placeOf(path) {
  const place = longest.findIndex((name) => path.endsWith(`/${name}.test.ts`))
  return place === -1 ? longest.length : place
}
