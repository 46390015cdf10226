/** The tests that `npm run test:unit` runs: those that start no process, no browser and no whole server of the product. */
import base from './ava.config.js'
import { replaceByGroups } from './test/groups/groups.ts'
import { findTestFiles, isUnitTest } from './test/groups/kinds-of-tests.ts'

export default { ...base, files: replaceByGroups(findTestFiles().filter(isUnitTest)) }
