/** What the package contains of `src`. Everything else is bundled into the modules that import it. */

/** Modules that a command, a process or a thread starts with, or that are loaded when they are first needed. */
export const modules = [
  'main',
  'cli/mq/main',
  'cli/mq/host/host-process',
  'gateway/third-party/jwt-verification',
  'mft/files/file-work-thread',
  'qm/store/database/check-worker',
  'qm/store/sqlite/writer-thread',
  'runtime/loading/loader-process',
  'runtime/portal/describe-thread',
  'runtime/workers/worker',
  'storage/writer-thread',
] as const

/** Files that are read beside the code. */
export const assets = ['mqweb/templates', 'samples/queue-manager.mqsc'] as const

/** Dependencies that the package installs, because `require` loads parts of them when they are first needed. */
export const installedDependencies = ['ajv', 'ajv-formats', 'pg', 'prom-client', 'undici'] as const
