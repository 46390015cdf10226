/**
 * The groups of test files that run in one process each, because the start of a process, of a browser, and the load of
 * modules take longer than most test files. `NAME.test.ts` beside this file runs the group NAME.
 */
import { existsSync, readFileSync } from 'node:fs'
import { findTestFilesOfRun, isPageTest, isUnitTest, sharesSandbox } from './kinds-of-tests.ts'

/** The folders of each group of unit tests. Test files of other folders run in a process of their own. */
const folders = {
  basics: [
    'shared/lib',
    'gateway/lib',
    'shared/security',
    'gateway/consumers',
    'sandbox/samples',
    'gateway/telemetry',
    'shared/ui',
    'shared/registries',
    'shared/storage',
    'shared/access',
  ],
  channels: ['mq/parts/amqp', 'mq/parts/file-transfer', 'mq/parts/channels', 'mq/parts/dead-letter-handler'],
  commands: [
    'gateway/cli',
    'mq/cli',
    'sandbox/cli',
    'shared/cli',
    'gateway/runtime',
    'mq/runtime',
    'shared/process',
    'sandbox/backup',
    'sandbox/run',
    'gateway/parts/vault',
    'gateway/parts/import/init',
    'gateway/parts/import/commands',
    'gateway/parts/document-tests',
    'gateway/parts/administration',
    'gateway/parts/explanations',
  ],
  config: ['gateway/config', 'gateway/parts/import/engine'],
  gateway: ['gateway/contract', 'gateway/data-plane', 'shared/http', 'gateway/parts/mcp', 'gateway/parts/third-party'],
  mqweb: ['mq/web', 'mq/parts/console', 'mq/parts/webhooks', 'mq/parts/database/forwarding'],
  oauth: ['gateway/oauth', 'gateway/parts/applications', 'gateway/parts/portal'],
  parts: [
    'gateway/parts/transform',
    'gateway/parts/validation',
    'gateway/parts/external-authorization',
    'gateway/parts/mutual-tls',
    'gateway/parts/assembly-security',
    'gateway/parts/custom-policies',
    'gateway/parts/tokens',
  ],
  'queue-managers': ['mq/manager', 'mq/parts/database/store'],
} as const satisfies Record<string, readonly string[]>

/** Files that start programs, and take less time than the process of their own in which they would run. */
const programs = [
  'gateway/cli/check/check',
  'gateway/cli/main',
  'gateway/lib/output/buffered-line-writer',
  'gateway/lib/text/unified-diff',
  'gateway/parts/applications/application-edits',
  'gateway/parts/explanations/plan/plan-command',
  'gateway/parts/portal/host/documents/document-tasks',
  'gateway/runtime/hangs/hang-report',
  'gateway/runtime/revisions/kept-revisions',
  'mq/cli/main',
  'mq/cli/wrong-resources',
  'mq/web/admin/wrong-resources',
  'mq/parts/file-transfer/engine/full-disk',
  'mq/manager/failing-disk',
  'mq/manager/full-disk',
  'packaging/coming-from',
  'packaging/docs-site',
  'packaging/named-commands',
  'packaging/package-readme',
  'packaging/page-documents',
  'packaging/recipes',
  'shared/storage/sqlite/sqlite-store-processes',
  'mq/web/security/registries/local-os/check-with-pam',
  'mq/web/security/registries/local-os/local-os',
  'mq/parts/amqp/proton',
  'bin/launch',
  'sandbox/cli/completion/completion',
  'shared/cli/help/man-pages',
  'gateway/parts/import/commands/pipe',
  'shared/http/inbound/descriptor-shortage',
  'shared/lib/files/named-pipes',
  'shared/lib/files/replace-file',
  'mq/parts/file-transfer/engine/files/source-files',
  'mq/parts/file-transfer/engine/files/threaded-file-work',
  'mq/web/security/registries/ldap',
  'mq/web/security/registries/local-os/pam-helper',
  'mq/web/security/registries/local-os/pam-library',
  'packaging/alerts',
  'packaging/build-image',
  'packaging/deployment',
  'packaging/docs-links',
  'packaging/docs-tables',
  'packaging/import-http-lazily',
  'packaging/metric-names',
  'packaging/named-paths',
  'packaging/systemd',
  'packaging/workflows',
  'mq/manager/damaged-log',
  'mq/manager/event-loop',
  'mq/manager/installation/installation',
  'mq/parts/channels/transport/tls-files',
  'shared/registries/ldap/ldap-registry',
  'shared/registries/local/file-lock',
  'shared/process/data/data-owner',
  'shared/process/settings/open-files-limit',
  'shared/storage/redis/redis-server',
].map((name) => `test/${name}.test.ts`)

/** Files that wait long for the processes that they start. They begin early, so that the run does not wait for them at its end. */
const slowFiles = [
  'flows/two-nodes',
  'mq/cli/host/host',
  'mq/parts/console/file-transfer',
  'flows/processes',
  'flows/asking',
  'flows/portal',
  'flows/limits',
  'mq/parts/database/forwarding/standby',
].map((name) => `test/${name}.test.ts`)

/** The groups of tests of pages. Each has one browser, and gets every third file. */
const pageGroups = ['pages-1', 'pages-2', 'pages-3'] as const

/** The files with tests of pages that take longest. Dealt in this order, each group gets a third of their time. */
const longPageFiles = [
  ...[
    'gateway/parts/portal/pages/configuration',
    'mq/parts/console/accessibility',
    'gateway/parts/portal/pages/sitting',
  ],
  ...['mq/parts/console/login', 'gateway/parts/portal/pages/configuration-pages', 'mq/parts/console/messages'],
  ...['mq/parts/console/dialogs', 'mq/parts/console/keyboard'],
  ...['gateway/parts/portal/pages/accessibility', 'mq/parts/console/objects'],
].map((name) => `test/${name}.test.ts`)

const lost = [...programs, ...slowFiles, ...longPageFiles].filter((path) => !existsSync(path))
if (lost.length > 0) throw new Error(`groups.ts names files that do not exist: ${lost.join(', ')}`)

type UnitGroup = keyof typeof folders
type PageGroup = (typeof pageGroups)[number]
export type GroupName = UnitGroup | PageGroup | 'programs' | 'sandbox'

/** Hooks around each test would run around the tests of all files of a group. */
const perTestHook = /\b(beforeEach|afterEach)\b/

/** Returns the paths of the test files of a group that belong to the run. */
export function findGroup(name: GroupName): string[] {
  const files = findTestFilesOfRun().filter((path) => !perTestHook.test(readFileSync(path, 'utf8')))
  if (isPageGroup(name)) {
    const place = pageGroups.indexOf(name)
    const pageFiles = files.filter(isPageTest)
    const others = pageFiles.filter((path) => !longPageFiles.includes(path))
    const ordered = [...longPageFiles.filter((path) => pageFiles.includes(path)), ...others]
    // In the order of their paths, the files that build and start the product do not come first in several groups.
    return ordered.filter((_, index) => index % pageGroups.length === place).sort()
  }
  if (name === 'sandbox') return files.filter(sharesSandbox)
  if (name === 'programs') return files.filter((path) => programs.includes(path))
  return files.filter((path) => folders[name].some((folder) => path.startsWith(`test/${folder}/`)) && isUnitTest(path))
}

/** Returns test files with the files of the groups in the place of their members. Those that take long come first. */
export function replaceByGroups(paths: readonly string[]): string[] {
  const isNeeded = (name: GroupName) => findGroup(name).some((path) => paths.includes(path))
  const pages = pageGroups.filter(isNeeded)
  const others = (['sandbox', ...Object.keys(folders), 'programs'] as GroupName[]).filter(isNeeded)
  const grouped = new Set([...pages, ...others].flatMap(findGroup))
  const single = paths.filter((path) => !grouped.has(path))
  return [
    ...pages.map(entryOf),
    ...slowFiles.filter((path) => single.includes(path)),
    ...others.map(entryOf),
    ...single.filter((path) => !slowFiles.includes(path)),
  ]
}

function isPageGroup(name: GroupName): name is PageGroup {
  return (pageGroups as readonly string[]).includes(name)
}

function entryOf(name: GroupName): string {
  const entry = `test/groups/${name}.test.ts`
  if (!existsSync(entry)) throw new Error(`${entry} is missing, so that no test of the group ${name} would run`)
  return entry
}
