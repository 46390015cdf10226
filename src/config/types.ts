/**
 * The configuration as everything else sees it: frozen, typed, and checked against itself.
 *
 * Nothing here is optional for convenience: what a document leaves out is filled in by the loader, so that a
 * reader never repeats a default. Each part remembers the place in the documents that it comes from.
 */
export type * from './openapi/description/description.ts'
export type * from './types/api.ts'
export type * from './types/applications.ts'
export type * from './types/catalog.ts'
export type * from './types/ceilings.ts'
export type * from './types/contract.ts'
export type * from './types/place.ts'
export type * from './types/products.ts'
export type * from './types/providers.ts'
export type * from './types/tables.ts'
