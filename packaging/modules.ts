/** What the package contains of `src`. Everything else is bundled into the modules that import it. */

/** Modules that a command, a process or a thread starts with, or that are loaded when they are first needed. */
export const modules = [
  'main',
  'cli/mq/main',
  'cli/mq/host/host-process',
  'gateway/scripts/script-thread',
  'gateway/third-party/jwt-verification',
  'gateway/xml/schema-check-thread',
  'mft/files/file-work-thread',
  'mqweb/security/registries/local-os/pam-helper',
  'qm/store/database/check-worker',
  'qm/store/sqlite/writer-thread',
  'runtime/hangs/hang-thread',
  'runtime/loading/loader-process',
  'runtime/portal/document-thread',
  'runtime/workers/worker',
  'storage/sqlite/writer-thread',
] as const

/** Files that are read beside the code. */
export const assets = [
  'gateway/scripts/prelude',
  'mqweb/explorer/page',
  'mqweb/templates',
  'samples/queue-manager.mqsc',
] as const

/**
 * Dependencies that cannot be bundled: koffi contains native code, libxml2-wasm finds its WebAssembly beside its code, and pg looks for
 * an optional native part of its own.
 */
export const unbundledDependencies = ['koffi', 'libxml2-wasm', 'pg'] as const

/** Dependencies that the package installs: those, and others of which `require` loads parts when they are first needed. */
export const installedDependencies = [
  'ajv',
  'ajv-formats',
  'libxslt-wasm',
  'quickjs-wasi',
  're2js',
  'undici',
  ...unbundledDependencies,
] as const
