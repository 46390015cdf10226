/** The calls that a gateway keeps on disk. */
export {
  findKeptCall,
  findRejectedCalls,
  type KeptCallOptions,
  keptCallMs,
  openKeptCalls,
  readKeptCalls,
  removeOldCalls,
} from './kept-calls.ts'
