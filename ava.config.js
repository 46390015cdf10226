/** How test files run one by one, with `npx ava FILE`. The whole suite has `ava.suite.config.js`. */
export default {
  files: ['test/**/*.test.ts', '!test/long/**', '!test/groups/**'],
  extensions: { ts: 'module' },
  workerThreads: false,
  concurrency: 4, // many tests wait for a browser or for another process
  // Without a limit for the time in which no test ends: a slow machine is no failure. Tests wait for events with limits of their own.
  timeout: '10m',
  require: ['./test/_support/own-temporary-folder.ts', './test/_support/end-test-process.ts'],
  nodeArguments: ['--disable-warning=ExperimentalWarning'],
  environmentVariables: { NODE_COMPILE_CACHE: 'node_modules/.cache/ava' },
}
