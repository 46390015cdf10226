/** The tests that `npm run test:long` runs: ledgers under faults and fuzzing with many cases. */
import base from './ava.config.js'

export default { ...base, files: ['test/long/**/*.test.ts'], timeout: '10m', concurrency: 1 }
