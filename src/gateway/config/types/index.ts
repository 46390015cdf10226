/**
 * Defines the configuration that all other modules read: frozen, typed and cross-checked, with every default, and with
 * the location of each part in the documents.
 */

export * from './api.ts'
export type * from './api-description.ts'
export type * from './applications.ts'
export * from './catalog.ts'
export type * from './contract.ts'
export * from './products.ts'
export type * from './providers.ts'
export * from './source-location.ts'
export type * from './tables.ts'
