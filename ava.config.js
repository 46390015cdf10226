/** How test files run one by one, with `npx ava FILE`. The whole suite has `ava.suite.config.js`. */
export default {
  files: ['test/**/*.test.ts', '!test/long/**', '!test/groups/**'],
  extensions: { ts: 'module' },
  workerThreads: false,
  concurrency: 4, // many tests wait for a browser or for another process
  timeout: '60s',
  nodeArguments: ['--disable-warning=ExperimentalWarning'],
  environmentVariables: { NODE_COMPILE_CACHE: 'node_modules/.cache/ava' },
}
