/** What the package contains of `src`. Everything else is bundled into the modules that import it. */

/** Modules that a command, a process or a thread starts with, or that are loaded when they are first needed. */
export const modules = [
  'main',
  'cli/mq/main',
  'cli/mq/host/host-process',
  'gateway/third-party/jwt-verification',
  'mft/files/file-work-thread',
  'mqweb/security/registries/local-os/pam-helper',
  'qm/store/database/check-worker',
  'qm/store/sqlite/writer-thread',
  'runtime/loading/loader-process',
  'runtime/portal/describe-thread',
  'runtime/workers/worker',
  'storage/writer-thread',
] as const

/** Files that are read beside the code. */
export const assets = ['mqweb/templates', 'samples/queue-manager.mqsc'] as const

/** Dependencies that contain native code, so they cannot be bundled. */
export const nativeDependencies = ['koffi'] as const

/** Dependencies that the package installs: the native ones, and those of which `require` loads parts when they are first needed. */
export const installedDependencies = [
  'ajv',
  'ajv-formats',
  'pg',
  'prom-client',
  'undici',
  ...nativeDependencies,
] as const
