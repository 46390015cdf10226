/** What the package contains of `src`. Everything else is bundled into the modules that import it. */

/** Modules that a command, a process or a thread starts with, or that are loaded when they are first needed. */
export const modules = [
  'main',
  'mq/cli/main',
  'mq/cli/host/host-process',
  'gateway/parts/validation/contract/schema-thread',
  'gateway/parts/transform/scripts/script-thread',
  'gateway/parts/third-party/jwt-verification',
  'gateway/parts/transform/xml/schema-check-thread',
  'mq/parts/file-transfer/engine/files/file-work-thread',
  'mq/web/security/registries/local-os/pam-helper',
  'mq/manager/store/database/check-worker',
  'mq/manager/store/sqlite/writer-thread',
  'gateway/runtime/hangs/hang-thread',
  'gateway/runtime/programs/loader',
  'gateway/runtime/programs/document-thread',
  'gateway/runtime/programs/worker',
  'shared/storage/sqlite/writer-thread',
] as const

/** Files that are read beside the code. */
export const assets = [
  'gateway/parts/transform/scripts/prelude',
  'mq/web/explorer/page',
  'mq/web/templates',
  'sandbox/samples/queue-manager.mqsc',
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
