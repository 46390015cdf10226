/** The calls that a gateway keeps on disk. */
export { type KeptCallOptions, openKeptCalls } from './kept-calls.ts'
export { findKeptCall, keptCallMs, readKeptCalls, removeOldCalls } from './read-kept-calls.ts'
