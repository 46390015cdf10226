/** The tests that `npm run test:long` runs: ledgers under faults, fuzzing with many cases, every page of the browser faces. */
import base from './ava.config.js'

export default { ...base, files: ['test/long/**/*.test.ts'], timeout: '10m', concurrency: 1 }
