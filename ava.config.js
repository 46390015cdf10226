/**
 * How ava runs tests. `TEST_RUN` names the kind of run, which the scripts of package.json set; `test/groups/kinds-of-tests.ts` has the
 * kinds. Without it, `npx ava FILE` runs test files one by one.
 */
import { replaceByGroups } from './test/groups/groups.ts'
import { findTestFilesOfRun, readTestRun } from './test/groups/kinds-of-tests.ts'
import { longest } from './test/long/_support/long-runs.ts'

const run = readTestRun()
const isLong = run === 'long'
const files = run && !isLong ? replaceByGroups(findTestFilesOfRun()) : []

export default {
  files: run
    ? isLong
      ? ['test/long/**/*.test.ts']
      : files
    : ['test/**/*.test.ts', '!test/long/**', '!test/groups/**'],
  extensions: { ts: 'module' },
  workerThreads: false,
  concurrency: isLong ? 1 : 6, // many tests wait for a browser or for another process
  // Without a limit for the time in which no test ends: a slow machine is no failure. Tests wait for events with limits of their own.
  timeout: '10m',
  require: ['./test/_support/own-temporary-folder.ts', './test/_support/end-test-process.ts'],
  nodeArguments: ['--disable-warning=ExperimentalWarning'],
  environmentVariables: { NODE_COMPILE_CACHE: 'node_modules/.cache/ava' },
  ...(run && { sortTestFiles: (a, b) => placeOf(a) - placeOf(b) }),
}

/** Returns the place of a test file in its run: the long ones come first. */
function placeOf(path) {
  if (!isLong) return files.findIndex((file) => path.endsWith(file))
  const place = longest.findIndex((name) => path.endsWith(`/${name}.test.ts`))
  return place === -1 ? longest.length : place
}
