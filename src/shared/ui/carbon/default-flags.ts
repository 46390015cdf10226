/** Replaces Carbon's feature flags in the build: the pages use the defaults of version 11, and need no names and descriptions of others. */
const defaults: readonly string[] = ['enable-css-custom-properties', 'enable-css-grid', 'enable-v11-release']

export function enabled(flag: string): boolean {
  return defaults.includes(flag)
}

/** Carbon sets its defaults with it, which are those above. */
export function merge(): void {}

/** Carbon reports flags of its next version with it, in development. */
export function notifyAvailableFlag(): void {}

export function createScope(): typeof FeatureFlags {
  return FeatureFlags
}

export const FeatureFlags = { enabled, mergeWithScope: merge }
