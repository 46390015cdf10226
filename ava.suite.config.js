/** The tests that `npm test` runs: all but the long runs. Unit tests run in groups, several files in one process. */
import base from './ava.config.js'
import { replaceByGroups } from './test/groups/groups.ts'
import { findTestFiles } from './test/groups/kinds-of-tests.ts'

const files = replaceByGroups(findTestFiles())

export default { ...base, files, sortTestFiles: (a, b) => placeOf(a) - placeOf(b) }

function placeOf(path) {
  return files.findIndex((file) => path.endsWith(file))
}
