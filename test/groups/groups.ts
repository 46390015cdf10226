/**
 * The groups of unit tests that run in one process each, because the start of a process and the load of its modules
 * take longer than most test files. `NAME.test.ts` beside this file runs the group NAME.
 */
import { existsSync, readFileSync } from 'node:fs'

import { findTestFiles, isUnitTest } from './unit-tests.ts'

/** The folders of each group. Test files of other folders run in a process of their own. */
const folders = {
  basics: ['lib', 'security', 'consumers', 'samples', 'telemetry', 'ui', 'registries', 'storage', 'mutation'],
  channels: ['amqp', 'mft'],
  commands: ['cli', 'runtime'],
  config: ['config'],
  gateway: ['gateway', 'http'],
  mqweb: ['mqweb', 'console'],
  oauth: ['oauth', 'portal'],
  'queue-managers': ['qm'],
} as const satisfies Record<string, readonly string[]>

export type GroupName = keyof typeof folders

/** Hooks around each test would run around the tests of all files of a group. */
const perTestHook = /\b(beforeEach|afterEach)\b/

/** Returns the paths of the test files of a group. */
export function findGroup(name: GroupName): string[] {
  return findTestFiles().filter(
    (path) =>
      folders[name].some((folder) => path.startsWith(`test/${folder}/`)) &&
      !perTestHook.test(readFileSync(path, 'utf8')) &&
      isUnitTest(path),
  )
}

/** Returns test files with the files of the groups in the place of their members. The groups, which take long, come first. */
export function replaceByGroups(paths: readonly string[]): string[] {
  const names = Object.keys(folders) as GroupName[]
  const grouped = new Set(names.flatMap(findGroup))
  return [...names.map(entryOf), ...paths.filter((path) => !grouped.has(path))]
}

function entryOf(name: GroupName): string {
  const entry = `test/groups/${name}.test.ts`
  if (!existsSync(entry))
    throw new Error(`${entry} is missing, so that no test of the group ${name} would run`)
  return entry
}
