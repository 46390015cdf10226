/**
 * Defines the configuration that all other modules read: frozen, typed and cross-checked.
 *
 * The loader fills in every default, so readers never repeat one. Each part has the location in the documents
 * from which it comes.
 */

export type * from './api.ts'
export type * from './api-description.ts'
export type * from './applications.ts'
export type * from './catalog.ts'
export type * from './contract.ts'
export type * from './document-form.ts'
export type * from './products.ts'
export type * from './providers.ts'
export type * from './source-location.ts'
export type * from './tables.ts'
