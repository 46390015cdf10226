/**
 * The configuration as everything else sees it: frozen, typed, and checked against itself.
 *
 * Nothing here is optional for convenience: what a document leaves out is filled in by the loader, so that a
 * reader never repeats a default. Each part remembers the place in the documents that it comes from.
 */

export type * from './api.ts'
export type * from './api-description.ts'
export type * from './applications.ts'
export type * from './catalog.ts'
export type * from './contract.ts'
export type * from './products.ts'
export type * from './providers.ts'
export type * from './source-location.ts'
export type * from './tables.ts'
export type * from './token-ceiling.ts'
