/** The tests that `npm test` runs: everything but the long runs, which have `ava.long.config.js`. */
export default {
  files: ['test/**/*.test.ts', '!test/long/**'],
  extensions: { ts: 'module' },
  workerThreads: false,
  concurrency: 4, // many tests wait for a browser or for another process
  timeout: '60s',
  nodeArguments: ['--disable-warning=ExperimentalWarning'],
  environmentVariables: { NODE_COMPILE_CACHE: 'node_modules/.cache/ava' },
}
